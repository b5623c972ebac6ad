import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Payload } from '../wire/bundle.ts';
import { committedAssets } from '../wire/committed.ts';
import { CODE } from './loft.ts';

const MODEL = 'model/';

/** The doll's-house model that `demo/scene/model.ts` makes: its textures are the pictures that lie beside it. */
export function loftModel(): NonNullable<Payload<'vr-info'>['model']> {
  const folder = join(committedAssets(CODE), MODEL);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return {
    file_url: `${MODEL}loft.glb`,
    material_base_url: MODEL,
    material_textures: files.filter((name) => name.endsWith('.jpg')).sort(),
    type: 0,
    tiles: [],
    layers: null,
    modify_time: '2026-11-20 12:30:00',
  };
}
