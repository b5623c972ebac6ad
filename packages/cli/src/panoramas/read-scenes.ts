import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  byFace,
  faces,
  type GeoPosition,
  leaning,
  localPlaces,
  type PictureFacts,
  type PlacesTable,
  readPlaces,
  type TableProblem,
  TableRefused,
  tableOrder,
} from '@openhouse/contract/panoramas';
import { Refusal, UsageError } from '../command.ts';
import { isThere } from '../is-there.ts';
import { Foreign, joined, type Told, told } from '../told.ts';
import { type FoundPicture, findPictures } from './find-pictures.ts';
import { inspectFace, inspectSphere, isSquare, PictureRefusal } from './inspect-picture.ts';
import type { Picture, Scene } from './scene.ts';
import type { Sharp } from './sharp.ts';

/** What is read of a folder before any work is done. */
export interface ReadScenes {
  readonly scenes: readonly Scene[];
  readonly notices: readonly Told[];
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
  const notices = notTaken.map(({ file, why }) => told`${file} is not taken: ${why}.`);
  if (pictures.length === 0 && found.length === 0) {
    if (await isThere(join(folder, 'vr-info.json'))) {
      throw new Refusal(
        'TOUR_ALREADY',
        told`${order.folder} is a tour already: import it. If its viewpoints have no previews, openhouse convert ${order.folder} bundle makes them first.`,
        2,
      );
    }
    const what = told`${order.folder} has no panorama: put .jpg, .png, .webp or .avif files there, twice as wide as high, or six faces each.`;
    throw new Refusal('NO_PANORAMAS', joined([what, ...notices], '\n'), 2);
  }
  const table = order.places === undefined ? undefined : await tableAt(order.directory, order.places);
  const { placed, problems: unplaced } =
    table === undefined
      ? { placed: pictures.map((picture) => ({ picture, row: undefined })), problems: [] }
      : tableOrder(table, pictures);
  const problems = [
    ...found,
    ...unplaced.map((problem) => wordsOf(problem, order.places ?? '')),
    ...sameNames(pictures),
  ];
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
      problems.push(told`${one.label}: ${error.said}.`);
    }
  }
  if (problems.length > 0) {
    throw new Refusal('PICTURES_REFUSED', nothingMade(problems), 2);
  }
  const positions = scenes.flatMap(({ position }) => position ?? []);
  const isByTable = scenes.some(({ place }) => place !== undefined);
  const local = localPlaces(positions);
  const places = scenes.map(({ place, position }) =>
    isByTable ? place : position && local[positions.indexOf(position)],
  );
  if (!isByTable && unclear.length > 0) {
    notices.push(
      told`${unclear.length} of ${scenes.length} pictures (such as ${unclear[0] ?? ''}) tell degrees, and not whether they are north or south, east or west: these are no positions.`,
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
        throw error instanceof PictureRefusal ? new PictureRefusal(told`its ${face}: ${error.said}`) : error;
      }),
    );
  }
  const tiles = byFace((face) => [{ path: paths.cube[face], left: 0, top: 0 }]);
  return { picture: { kind: 'cube', faces: tiles, edge: Math.max(...edges) } };
}

async function tableAt(directory: string, file: string): Promise<PlacesTable> {
  const bytes = await readFile(resolve(directory, file)).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(told`--places ${file} cannot be read (${error.code ?? ''}).`);
  });
  try {
    return readPlaces(bytes);
  } catch (error) {
    if (error instanceof TableRefused) throw new UsageError(told`--places ${file}: ${new Foreign(error.message)}.`);
    throw error;
  }
}

/** All that is wrong, a line each. */
export const nothingMade = (problems: readonly Told[]): Told =>
  joined([told`Nothing was made:`, ...problems.map((one) => told`  ${one}`)], '\n');

/** @param file Of the table. */
function wordsOf(problem: TableProblem<FoundPicture>, file: string): Told {
  switch (problem.kind) {
    case 'no picture':
      return told`The table names ${JSON.stringify(problem.name)}, and no picture is called so.`;
    case 'either':
      return told`The table names ${JSON.stringify(problem.name)}, which may be ${problem.pictures.map(({ label }) => label).join(' or ')}: rename one.`;
    case 'twice':
      return told`The table names ${problem.picture.label} twice.`;
    case 'no row':
      return told`${problem.picture.label} is not in the table: add a row, or move the picture elsewhere.`;
    case 'encoding':
      return told`The table ${file} is not in UTF-8, so that its names may be read wrongly: save it as CSV UTF-8.`;
  }
}

/** Viewpoints that nobody could tell apart. */
function sameNames(pictures: readonly FoundPicture[]): readonly Told[] {
  const problems: Told[] = [];
  const labels = new Map<string, string>();
  for (const { name, label } of pictures) {
    const other = labels.get(name.toLowerCase());
    if (other === undefined) labels.set(name.toLowerCase(), label);
    else problems.push(told`${other} and ${label} would both be called ${JSON.stringify(name)}: rename one.`);
  }
  return problems;
}
