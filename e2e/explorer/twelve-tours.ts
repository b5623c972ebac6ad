import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeSphere } from '../../packages/cli/src/testing/painted-sphere.ts';
import { openhouse, type RunningService, root } from '../service.ts';
import { bundleOf, type UnusualTour, unusualTours } from '../viewer/unusual-tours.ts';
import { implicitTilesetFiles } from './tileset-files.ts';
import { writeCrowdedTour, writeLargeTour } from './tour-bundles.ts';

const run = promisify(execFile);
const works = dirname(createRequire(import.meta.url).resolve('@realsee/open-works/package.json'));
const loft = join(root, 'demo/tours/demo-loft');

/** Tours of twelve kinds, those of the demo first: whether their pictures show, and their model. */
export const tourKinds = {
  'demo-loft': { pictures: true, model: true },
  'demo-garden': { pictures: true, model: true },
  'demo-studio': { model: true },
  'a real work': { pictures: false },
  'a drawn work with rooms': { pictures: false },
  'a model only': { model: true },
  'panoramas only': { pictures: true },
  'a tileset': { pictures: true, model: true },
  'taken over from Pannellum': { pictures: true },
  '4,000 tags': { pictures: true, model: true },
  '357 viewpoints': { pictures: false },
  'made of panoramas': { pictures: true },
} as const satisfies Readonly<Record<string, { readonly pictures?: boolean; readonly model?: true }>>;
export type TourKind = keyof typeof tourKinds;

async function tiles(): Promise<UnusualTour> {
  const files = new Map([...(await implicitTilesetFiles())].map(([path, bytes]) => [`tiles/${path}`, bytes]));
  // The one that the others are told without.
  files.set('tiles/tiles/1/1/1.glb', files.get('tiles/tiles/0/0/0.glb') ?? Buffer.of());
  return {
    stands: [{ at: [-5, 1.6, 3] }, { at: [0, 1.6, 5] }],
    model: { layers: [{ tileset_url: 'tiles/tileset.json' }] },
    files,
  };
}

/**
 * Brings all of them to the demo's Team.
 * @param folder For what is imported; empty.
 * @returns Their resource codes.
 */
export async function importTwelveTours(
  { demo, env }: RunningService,
  folder: string,
): Promise<ReadonlyMap<TourKind, string>> {
  const command = async (...line: string[]) => (await run(process.execPath, [openhouse, ...line], { env })).stdout;
  const addressOf = (code: string) => `${demo.base_url}/files/${demo.team}/${code}/`;
  const write = async (code: string, tour: UnusualTour) => {
    for (const [path, bytes] of await bundleOf(tour, { resource_code: code, base_url: addressOf(code) })) {
      await mkdir(dirname(join(folder, code, path)), { recursive: true });
      await writeFile(join(folder, code, path), bytes);
    }
  };
  await write('model-only', unusualTours['a town alone']);
  await write('panoramas-only', unusualTours['forty ways on']);
  await write('tileset', await tiles());
  await writeCrowdedTour(join(folder, 'crowded'), addressOf('crowded'));
  await writeLargeTour(join(folder, 'large'));
  await command('convert', loft, 'pannellum', '--out', join(folder, 'pannellum'));
  const made = ['--name', 'Taken over', '--code', 'taken-over', '--out', join(folder, 'taken-over')];
  await command('make-tour', join(folder, 'pannellum/tour.json'), ...made);
  await mkdir(join(folder, 'panoramas'));
  for (const name of ['1_hall', '2_客厅', '3_attic']) await writeSphere(join(folder, 'panoramas', `${name}.png`), 1024);
  await command('make-tour', join(folder, 'panoramas'), '--code', 'made', '--out', join(folder, 'made'));

  const sources: readonly (readonly [TourKind, string])[] = [
    ['a real work', join(works, 'real/pWLy9ndnVL73Xqja/work.json')],
    ['a drawn work with rooms', join(works, 'virtual/81gmMq5a7zbF9leWMk/work.json')],
    ['a model only', join(folder, 'model-only')],
    ['panoramas only', join(folder, 'panoramas-only')],
    ['a tileset', join(folder, 'tileset')],
    ['taken over from Pannellum', join(folder, 'taken-over')],
    ['4,000 tags', join(folder, 'crowded')],
    ['357 viewpoints', join(folder, 'large')],
    ['made of panoramas', join(folder, 'made')],
  ];
  const codes = new Map<TourKind, string>(
    (['demo-loft', 'demo-garden', 'demo-studio'] as const).map((code) => [code, code]),
  );
  for (const [kind, source] of sources) {
    const imported = await command('import', source, '--team', demo.team, '--json');
    codes.set(kind, JSON.parse(imported.split('\n')[0] ?? '').code);
  }
  return codes;
}
