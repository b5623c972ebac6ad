import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { byFace, faces, UNPRINTED } from '@openhouse/contract/panoramas';
import { Refusal } from '../../command.ts';
import { inspectSphere, PictureRefusal, sizeOfPicture } from '../inspect-picture.ts';
import type { Picture, Scene, Tile } from '../scene.ts';
import type { Sharp } from '../sharp.ts';
import { type ForeignPicture, ForeignRefusal, type ForeignTour, looseOf } from './foreign-tour.ts';
import { readKrpano } from './krpano.ts';
import { layOut } from './lay-out.ts';
import { readMarzipano } from './marzipano.ts';
import { isPannellum, readPannellum } from './pannellum.ts';
import { isPhotoSphereViewer, readPhotoSphereViewer } from './photo-sphere-viewer.ts';

/** What is read of another viewer's tour. */
export interface ReadForeign {
  readonly scenes: readonly Scene[];
  readonly notices: readonly string[];
}

/** Where krpano and the Marzipano Tool put their data, from the folder that they write; Marzipano's from the one inside too. */
const IN_FOLDERS = ['tour.xml', 'data.js', join('app-files', 'data.js')];
/** Bytes of a file that describes a tour; that of a thousand scenes has some three million. */
const FILE_MAX_BYTES = 16 * 1024 * 1024;

/** @returns The file of another viewer's tour at a path; undefined for a folder of pictures. */
export async function foreignFileAt(path: string): Promise<string | undefined> {
  const isFile = (one: string) =>
    stat(one).then(
      (found) => found.isFile(),
      () => false,
    );
  if (/\.(json|js|xml)$/i.test(path) && (await isFile(path))) return path;
  for (const name of IN_FOLDERS) if (await isFile(join(path, name))) return join(path, name);
  return undefined;
}

/** @throws {Refusal} With all that is wrong, a line each. */
export async function readForeign(sharp: Sharp, file: string): Promise<ReadForeign> {
  const tour = await tourIn(file);
  const keys = new Set(tour.scenes.map(({ key }) => key));
  const places = layOut(tour.scenes);
  const notices = tour.lost.map((lost) => `not carried over: ${lost}.`);
  const [scenes, problems]: [Scene[], string[]] = [[], []];
  for (const [index, { key, name, picture, start, doors, notes }] of tour.scenes.entries()) {
    const gone = doors.filter(({ to }) => !keys.has(to)).map(({ to }) => to);
    if (gone.length > 0) notices.push(`not carried over: ${key} leads to ${gone.join(', ')}, which is not there.`);
    const links = [...new Set(doors.map(({ to }) => tour.scenes.findIndex((scene) => scene.key === to)))];
    try {
      scenes.push({
        label: key,
        name: name.replaceAll(UNPRINTED, ''),
        picture: await pictureOf(sharp, dirname(file), picture),
        ...places[index],
        floor: 0,
        links: links.filter((link) => link >= 0 && link !== index),
        start,
        notes,
      });
    } catch (error) {
      if (!(error instanceof PictureRefusal)) throw error;
      problems.push(`${key}: ${error.message}.`);
    }
  }
  if (problems.length > 0) {
    throw new Refusal('PICTURES_REFUSED', ['Nothing was made:', ...problems.map((one) => `  ${one}`)].join('\n'), 2);
  }
  return { scenes, notices };
}

async function tourIn(file: string): Promise<ForeignTour> {
  try {
    if ((await stat(file)).size > FILE_MAX_BYTES)
      throw new ForeignRefusal('it is larger than the description of a tour');
    const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
    if (/\.js$/i.test(file)) return readMarzipano(text);
    if (/\.xml$/i.test(file)) return readKrpano(text);
    const json: unknown = JSON.parse(text);
    if (isPannellum(looseOf(json))) return readPannellum(looseOf(json));
    if (isPhotoSphereViewer(json)) return readPhotoSphereViewer(json);
    throw new ForeignRefusal('it has neither the scenes of Pannellum nor the nodes of Photo Sphere Viewer');
  } catch (error) {
    const why =
      error instanceof SyntaxError ? 'it is no JSON' : error instanceof ForeignRefusal ? error.message : undefined;
    if (why === undefined) throw error;
    throw new Refusal('FOREIGN_TOUR_REFUSED', `${basename(file)}: ${why}.`, 2);
  }
}

/** @throws {PictureRefusal} */
async function pictureOf(sharp: Sharp, folder: string, picture: ForeignPicture): Promise<Picture> {
  if (picture.kind === 'cube') {
    const tiles = byFace((face) =>
      picture.faces[face].map(({ file, left, top }): Tile => ({ path: pathOf(folder, file), left, top })),
    );
    const edges = await Promise.all(faces.map((face) => edgeOf(sharp, tiles[face])));
    return { kind: 'cube', faces: tiles, edge: Math.max(...edges) };
  }
  const path = pathOf(folder, picture.file);
  if (picture.covers === undefined) return (await inspectSphere(sharp, path)).picture;
  const { width, height } = await sizeOfPicture(sharp, path);
  const { across, down, raised } = picture.covers;
  const full = { width: Math.round((width * 360) / across), height: Math.round((height * 180) / down) };
  const left = Math.round((full.width - width) / 2);
  const top = Math.round((full.height - height) / 2 - (raised / 180) * full.height);
  if (left < 0 || top < 0 || top + height > full.height) {
    throw new PictureRefusal(`its haov, vaov and vOffset (${across}, ${down}, ${raised}) are no part of a sphere`);
  }
  return { kind: 'sphere', path, width, height, full: { ...full, left, top } };
}

/** Pictures lie below the file that names them: one from elsewhere could show any picture of this machine. */
function pathOf(folder: string, file: string): string {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(file)) {
    throw new PictureRefusal(`its picture ${file} is at another host: download it, and name the copy`);
  }
  const path = resolve(folder, decoded(file.replace(/[?#].*$/, '')));
  if (path.startsWith(resolve(folder) + sep)) return path;
  throw new PictureRefusal(`its picture ${file} lies outside the folder of the tour: copy it there, and name the copy`);
}

function decoded(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

/** The edge of a face that is cut into tiles. */
async function edgeOf(sharp: Sharp, tiles: readonly Tile[]): Promise<number> {
  const last = tiles.at(-1);
  if (last === undefined) return 0;
  const { width, height } = await sizeOfPicture(sharp, last.path);
  const [right, bottom] = [last.left + width, last.top + height];
  if (right === bottom) return right;
  throw new PictureRefusal(`its face with ${basename(last.path)} is ${right} × ${bottom} pixels, which is no square`);
}
