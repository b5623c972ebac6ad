import { withActive } from '../active.ts';
import { frameOf } from '../frame.ts';
import { dataSources } from '../operations.ts';
import { encodeSlices } from '../slices.ts';
import type { CheckedTour } from './check-tour.ts';
import type { Payload } from './payload.ts';
import type { PackedPayload, PackedTour } from './store.ts';

/** Packs a tour for the store, each payload once; its VR basic data once for each state it is asked for. */
export interface Packer {
  /** @param active The state that holds in the store: what VR basic data must say (SPEC 3). */
  packed(active: boolean): PackedTour;
}

/** PostgreSQL's text cannot hold NUL, which JSON can. The name's own bytes stand in the payload. */
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd');

export function packer({ code, name, hash, payloads, assets, summary }: CheckedTour): Packer {
  const packs = new Map<Buffer, PackedPayload>();
  const pack = (payload: Payload, json: Buffer): PackedPayload => {
    const known = packs.get(json);
    if (known !== undefined) return known;
    const { op, slices, records } = payload;
    const fresh = { op, frame: frameOf(json), slices: slices && encodeSlices(slices), records };
    packs.set(json, fresh);
    return fresh;
  };
  const basics = new Map<boolean, Buffer>();
  const basicsFor = (json: Buffer, active: boolean): Buffer => {
    const known = basics.get(active) ?? withActive(json, active);
    basics.set(active, known);
    return known;
  };
  return {
    packed: (active) => ({
      code,
      name: storable(name),
      active,
      hash,
      assets,
      summary,
      payloads: payloads.map((payload) =>
        pack(payload, payload.op === dataSources['vr-info'].op ? basicsFor(payload.json, active) : payload.json),
      ),
    }),
  };
}
