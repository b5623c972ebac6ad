import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GeoPosition, PictureFacts } from '@openhouse/contract/panoramas';
import { byFace, faces, leaning, localPlaces, stemOf } from '@openhouse/contract/panoramas';
import { Refusal, UsageError } from '../command.ts';
import { type FoundPicture, findPictures } from './find-pictures.ts';
import { inspectFace, inspectSphere, isSquare, PictureRefusal } from './inspect-picture.ts';
import { namesMeant } from './names-meant.ts';
import { type PlaceRow, type PlacesTable, readPlaces } from './places-table.ts';
import type { Picture, Scene } from './scene.ts';
import type { Sharp } from './sharp.ts';

/** What is read of a folder before any work is done. */
export interface ReadScenes {
  readonly scenes: readonly Scene[];
  readonly notices: readonly string[];
}

/**
 * Reads a folder of panoramas and the table of their places.
 * @param folder Where the pictures lie, in the folder that was named.
 * @throws {Refusal} With all that is wrong, a line each. @throws {UsageError} For the table.
 */
export async function readScenes(
  sharp: Sharp,
  order: { readonly folder: string; readonly directory: string; readonly places: string | undefined },
  folder: string,
): Promise<ReadScenes> {
  const {
    pictures,
    notTaken,
    problems: found,
  } = await findPictures(folder, order.folder, (path) => isSquare(sharp, path));
  const notices = notTaken.map(({ file, why }) => `${file} is not taken: ${why}.`);
  if (pictures.length === 0 && found.length === 0) {
    const what = `${order.folder} has no panorama: put .jpg, .png, .webp or .avif files there, twice as wide as high, or six faces each.`;
    throw new Refusal('NO_PANORAMAS', [what, ...notices].join('\n'), 2);
  }
  const byName = picturesByName(pictures);
  const isPicture = (name: string) => picturesMeant(byName, name).length > 0;
  const table = order.places === undefined ? undefined : await tableAt(order.directory, order.places, isPicture);
  const { placed, problems: unplaced } = inOrder(pictures, byName, table?.rows);
  if (table?.isGuess === true && unplaced.length > 0)
    unplaced.push(
      `The table ${order.places} is not in UTF-8, so that its names may be read wrongly: save it as CSV UTF-8.`,
    );
  const problems = [...found, ...unplaced, ...sameNames(pictures)];
  const scenes: (Scene & { readonly position: GeoPosition | undefined })[] = [];
  const unclear: string[] = [];
  for (const { picture: one, row } of placed) {
    try {
      const { picture, heading, lean, position, lacksHemisphere = false } = await inspect(sharp, one);
      const { label, name } = one;
      if (lacksHemisphere) unclear.push(label);
      const place = row?.place;
      scenes.push({
        ...{ label, name, picture, position, place, turned: lean && leaning(lean) },
        heading: row?.heading ?? heading,
        floor: row?.floor ?? 0,
      });
    } catch (error) {
      if (!(error instanceof PictureRefusal)) throw error;
      problems.push(`${one.label}: ${error.message}.`);
    }
  }
  if (problems.length > 0) {
    throw new Refusal('PICTURES_REFUSED', ['Nothing was made:', ...problems.map((one) => `  ${one}`)].join('\n'), 2);
  }
  const positions = scenes.flatMap(({ position }) => position ?? []);
  const isByTable = scenes.some(({ place }) => place !== undefined);
  const local = localPlaces(positions);
  const places = scenes.map(({ place, position }) =>
    isByTable ? place : position && local[positions.indexOf(position)],
  );
  if (!isByTable && unclear.length > 0) {
    notices.push(
      `${unclear.length} of ${scenes.length} pictures (such as ${unclear[0]}) tell degrees, and not whether they are north ` +
        'or south, east or west: these are no positions.',
    );
  }
  return { scenes: scenes.map((scene, index) => ({ ...scene, place: places[index] })), notices };
}

interface Inspected extends Partial<Pick<PictureFacts, 'heading' | 'lean' | 'position' | 'lacksHemisphere'>> {
  readonly picture: Picture;
}

/** @throws {PictureRefusal} */
async function inspect(sharp: Sharp, { paths }: FoundPicture): Promise<Inspected> {
  if ('sphere' in paths) return inspectSphere(sharp, paths.sphere);
  const edges: number[] = [];
  for (const face of faces) {
    edges.push(
      await inspectFace(sharp, paths.cube[face]).catch((error: unknown) => {
        throw error instanceof PictureRefusal ? new PictureRefusal(`its ${face}: ${error.message}`) : error;
      }),
    );
  }
  const tiles = byFace((face) => [{ path: paths.cube[face], left: 0, top: 0 }]);
  return { picture: { kind: 'cube', faces: tiles, edge: Math.max(...edges) } };
}

async function tableAt(directory: string, file: string, isPicture: (name: string) => boolean): Promise<PlacesTable> {
  const bytes = await readFile(resolve(directory, file)).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--places ${file} cannot be read (${error.code}).`);
  });
  try {
    return readPlaces(bytes, isPicture);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--places ${file}: ${error.message}.`);
    throw error;
  }
}

interface Placed {
  readonly picture: FoundPicture;
  readonly row: PlaceRow | undefined;
}

type ByName = ReadonlyMap<string, FoundPicture>;

function picturesByName(pictures: readonly FoundPicture[]): ByName {
  const byName = new Map<string, FoundPicture>();
  for (const picture of pictures) {
    for (const name of [picture.name, stemOf(picture.label), picture.label]) byName.set(name.normalize('NFC'), picture);
  }
  return byName;
}

/** The pictures that a name of the table may stand for. */
function picturesMeant(byName: ByName, name: string): readonly FoundPicture[] {
  const form = name.normalize('NFC');
  const meant = byName.has(form) ? [form] : namesMeant(form, [...byName.keys()]);
  return [...new Set(meant.flatMap((one) => byName.get(one) ?? []))];
}

/** Pictures in the order of the table; without one as they are. A table has to name each picture, once. */
function inOrder(
  pictures: readonly FoundPicture[],
  byName: ByName,
  rows: readonly PlaceRow[] | undefined,
): { readonly placed: readonly Placed[]; readonly problems: string[] } {
  if (rows === undefined) return { placed: pictures.map((picture) => ({ picture, row: undefined })), problems: [] };
  const [placed, problems]: [Placed[], string[]] = [[], []];
  for (const row of rows) {
    const [picture, ...others] = picturesMeant(byName, row.name);
    if (picture === undefined)
      problems.push(`The table names ${JSON.stringify(row.name)}, and no picture is called so.`);
    else if (others.length > 0) {
      const either = [picture, ...others].map(({ label }) => label).join(' or ');
      problems.push(`The table names ${JSON.stringify(row.name)}, which may be ${either}: rename one.`);
    } else if (placed.some((one) => one.picture === picture)) problems.push(`The table names ${picture.label} twice.`);
    else placed.push({ picture, row });
  }
  const without = pictures.filter((picture) => !placed.some((one) => one.picture === picture));
  problems.push(
    ...without.map(({ label }) => `${label} is not in the table: add a row, or move the picture elsewhere.`),
  );
  return { placed, problems };
}

/** Viewpoints that nobody could tell apart. */
function sameNames(pictures: readonly FoundPicture[]): readonly string[] {
  const problems: string[] = [];
  const labels = new Map<string, string>();
  for (const { name, label } of pictures) {
    const other = labels.get(name.toLowerCase());
    if (other === undefined) labels.set(name.toLowerCase(), label);
    else problems.push(`${other} and ${label} would both be called ${JSON.stringify(name)}: rename one.`);
  }
  return problems;
}
