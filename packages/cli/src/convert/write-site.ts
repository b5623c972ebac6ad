import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explorerOperations, isPrivateFile } from '@openhouse/contract';
import { faces } from '@openhouse/contract/panoramas';
import type { TourOnDisk } from '@openhouse/server';
import { Refusal } from '../command.ts';
import { SITE_PAGE } from '../folders.ts';
import { canNameFiles, filesNamed, filesOfModel } from '../pull/files-of-model.ts';
import { type Told, told } from '../told.ts';
import { copyFiles } from './copy-files.ts';
import { countOfFiles, elsewhereText } from './elsewhere-text.ts';
import { escapedHtml } from './escaped-html.ts';
import { filledPage } from './filled-page.ts';
import { shownScenes } from './shown-scenes.ts';

/** The page's folder of the tour, a bundle (viewer: site/index.html). */
const TOUR = 'tour';
/** Behind the viewer's code: a browser has few ways to a host, and asks in this order. */
const PLACE_OF_DATA = '  </head>';
/** The viewer draws when all of it is there: a browser that asks for it beside the viewer's code is a way to the host earlier. */
const dataAhead = (operation: string) => aheadOf(`${operation}.json`, 'fetch');
const pictureAhead = (path: string) => aheadOf(`assets/${path.split('/').map(encodeURIComponent).join('/')}`, 'image');
const aheadOf = (file: string, kind: string) =>
  `    <link rel="preload" href="${escapedHtml(`${TOUR}/${file}`)}" as="${kind}" crossorigin />\n`;

/**
 * Writes a tour as a site for any static host: a page with the viewer, what the viewer shows of the tour, and the files
 * that this names. Everything else of a bundle stays behind: all of a site is public.
 */
export async function writeSite(tour: TourOnDisk, directory: string): Promise<readonly Told[]> {
  await copyPage(directory);
  const shown = explorerOperations.filter((operation) => tour.payloads.has(operation));
  const page = join(directory, 'index.html');
  const html = filledPage(await readFile(page, 'utf8'), {
    NAME: escapedHtml(tour.name),
    READS: shown.join(' '),
  }).replace(PLACE_OF_DATA, (end) => [...shown.map(dataAhead), ...firstPictures(tour).map(pictureAhead), end].join(''));
  await writeFile(page, html);

  await mkdir(join(directory, TOUR));
  for (const operation of shown) {
    await writeFile(join(directory, TOUR, `${operation}.json`), tour.payloads.get(operation) ?? '{}');
  }
  // Of the guide the viewer shows where it leads, and not its pictures.
  const { own, elsewhere } = tour.namedBy(shown.filter((operation) => operation !== 'observer-guide-list'));
  const named = await withThoseBeside(tour, own);
  const carried = [...named].filter((path) => tour.files.has(path) && !isPrivateFile(path));
  await copyFiles(tour, carried, join(directory, TOUR, 'assets'));
  const missing = [...named].filter((path) => !tour.files.has(path));
  const hidden = [...named].filter((path) => isPrivateFile(path)).length;
  const others = [...tour.payloads.keys()].filter((operation) => !(shown as readonly string[]).includes(operation));
  return [
    ...(others.length > 0 ? [told`${others.join(', ')}: the viewer does not show them`] : []),
    ...(hidden > 0 ? [told`${countOfFiles(hidden)} below private/: nobody is let in on a static host`] : []),
    ...(missing.length > 0
      ? [told`${countOfFiles(missing.length)} that the bundle lacks, such as ${missing[0] ?? ''}`]
      : []),
    ...[...elsewhere].map(([host, addresses]) => elsewhereText(host, addresses.size)),
  ];
}

/** How much of a side, from 0 to 1, has to face the visitor to be in view on most screens. */
const IN_VIEW = 0.25;

/** @returns Paths of the pictures that the tour opens with, as far as they are public; who opens another viewpoint has them for a walk. */
function firstPictures(tour: TourOnDisk): readonly string[] {
  const [first] = shownScenes(tour).scenes;
  if (first === undefined) return [];
  const { yaw, pitch } = first.start ?? first.doors[0] ?? { yaw: 0, pitch: 0 };
  const [turn, rise] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  const [ahead, right, up] = [Math.cos(rise) * Math.cos(turn), Math.cos(rise) * Math.sin(turn), Math.sin(rise)];
  const facing = { front: ahead, back: -ahead, right, left: -right, up, down: -up };
  const inView = faces.filter((face) => facing[face] > IN_VIEW).map((face) => first.files[face]);
  return [...(first.preview === undefined ? [] : [first.preview]), ...inView].filter(
    (path) => tour.files.has(path) && !isPrivateFile(path),
  );
}

async function copyPage(directory: string): Promise<void> {
  await cp(SITE_PAGE, directory, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Refusal('PAGE_MISSING', told`The page of sites has not been built here: run npm run build first.`, 2);
  });
}

/** Files, and those that models among them name beside themselves; those of a tileset may be models and tilesets again. */
async function withThoseBeside(tour: TourOnDisk, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set(paths);
  // What is found while it is walked through is walked through too.
  for (const path of found) {
    if (!canNameFiles(path) || !tour.files.has(path)) continue;
    const chunks: Uint8Array[] = [];
    for await (const chunk of tour.read(path)) chunks.push(chunk);
    for (const name of filesOfModel(path, Buffer.concat(chunks)))
      for (const beside of filesNamed(name, tour.files.keys())) found.add(beside);
  }
  return found;
}
