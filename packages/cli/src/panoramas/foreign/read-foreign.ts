import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { decodedText, type Gaze, localPlaces, samePlace, UNPRINTED } from '@openhouse/contract/panoramas';
import { Refusal } from '../../command.ts';
import { type Told, told } from '../../told.ts';
import { PictureRefusal } from '../inspect-picture.ts';
import { pathsMeant } from '../names-meant.ts';
import { nothingMade } from '../read-scenes.ts';
import type { Scene } from '../scene.ts';
import type { Sharp } from '../sharp.ts';
import { FILE_MAX_BYTES, ForeignRefusal, type ForeignScene, type ForeignTour, looseOf } from './foreign-tour.ts';
import { readKrpano } from './krpano.ts';
import { readWithIncludes } from './krpano-includes.ts';
import { bentDoors, type LaidOut, layOut, type ToLayOut } from './lay-out.ts';
import { readMarzipano } from './marzipano.ts';
import { isPannellum, readPannellum } from './pannellum.ts';
import { isPhotoSphereViewer, readPhotoSphereViewer } from './photo-sphere-viewer.ts';
import { type SeenScene, seeScene } from './see-scene.ts';

/** What is read of another viewer's tour. */
export interface ReadForeign {
  /** What the tour is called, where it says it. */
  readonly name: string | undefined;
  readonly scenes: readonly Scene[];
  readonly notices: readonly Told[];
}

/** Where krpano and the Marzipano Tool put their data, from the folder that they write; Marzipano's from the one inside too. */
const IN_FOLDERS = ['tour.xml', 'data.js', join('app-files', 'data.js')];

/**
 * @returns The file of another viewer's tour at a path; undefined for a folder of pictures.
 * @throws {Refusal} For a folder of several tours.
 */
export async function foreignFileAt(path: string): Promise<string | undefined> {
  const isFile = (one: string) =>
    stat(one).then(
      (found) => found.isFile(),
      () => false,
    );
  if (/\.(json|js|xml)$/i.test(path) && (await isFile(path))) return path;
  const found: string[] = [];
  for (const name of IN_FOLDERS) {
    for (const file of await pathsMeant(path, join(path, name))) if (await isFile(file)) found.push(file);
    if (found.length > 0) break;
  }
  if (found.length === 0) found.push(...(await describedIn(path)));
  if (found.length <= 1) return found[0];
  const names = found.map((file) => basename(file)).join(', ');
  throw new Refusal(
    'FOREIGN_TOUR_REFUSED',
    told`${basename(path)} has several tours of other viewers: name one of ${names}.`,
    2,
  );
}

/** The tours of Pannellum and Photo Sphere Viewer in a folder: their files may have any name. */
async function describedIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of names.filter((one) => /\.json$/i.test(one)).toSorted()) {
    const file = join(folder, name);
    const json = await refuseLarge(file)
      .then(() => jsonIn(file))
      .catch(() => undefined);
    if (isPannellum(looseOf(json)) || isPhotoSphereViewer(json)) found.push(file);
  }
  return found;
}

const textIn = async (file: string) => decodedText(await readFile(file));
/** @throws {SyntaxError} */
const jsonIn = async (file: string): Promise<unknown> => JSON.parse(await textIn(file));

/** @throws {ForeignRefusal} */
async function refuseLarge(file: string): Promise<void> {
  if ((await stat(file)).size > FILE_MAX_BYTES)
    throw new ForeignRefusal(told`it is larger than the description of a tour`);
}

/** @throws {Refusal} With all that is wrong, a line each. */
export async function readForeign(sharp: Sharp, file: string): Promise<ReadForeign> {
  const tour = await tourIn(file);
  const notices = tour.lost.map((lost) => told`not carried over: ${lost}.`);
  const [seen, problems]: [SeenScene[], Told[]] = [[], []];
  for (const scene of tour.scenes) {
    try {
      seen.push(await seeScene(sharp, dirname(file), scene));
    } catch (error) {
      if (!(error instanceof PictureRefusal || error instanceof ForeignRefusal)) throw error;
      problems.push(told`${scene.key}: ${error.said}.`);
    }
  }
  if (problems.length > 0) {
    throw new Refusal('PICTURES_REFUSED', nothingMade(problems), 2);
  }
  const indexes = new Map(tour.scenes.map(({ key }, index) => [key, index]));
  const byPosition = placesByPosition(tour.scenes, seen);
  const laid = byPosition ?? layOut(withDirections(seen));
  notices.push(...doorNotices(tour.scenes, indexes), ...bentNotice(withDirections(seen), laid));
  if (byPosition === undefined) notices.push(...unplacedNotice(seen));
  const scenes = seen.map(({ key, name, picture, turned, start, doors, notes }, index): Scene => {
    const links = doors.flatMap(({ to }) => indexes.get(to) ?? []).filter((link) => link !== index);
    return {
      label: key,
      name: name.replaceAll(UNPRINTED, ''),
      ...{ picture, turned, start, notes, floor: 0 },
      ...laid[index],
      links: [...new Set(links)],
    };
  });
  return { name: tour.name, scenes, notices };
}

/** Doors with the directions that are known. */
const withDirections = (seen: readonly SeenScene[]): readonly ToLayOut[] =>
  seen.map(({ key, heading, doors }) => ({
    key,
    heading,
    doors: doors.flatMap(({ to, spot }): (Gaze & { to: string })[] => (spot === undefined ? [] : [{ to, ...spot }])),
  }));

/** @returns Places on the earth as metres, if each scene has one of its own. */
function placesByPosition(scenes: readonly ForeignScene[], seen: readonly SeenScene[]): readonly LaidOut[] | undefined {
  const positions = scenes.flatMap(({ position }) => position ?? []);
  if (positions.length < scenes.length) return undefined;
  const places = localPlaces(positions);
  if (samePlace(places) !== undefined) return undefined;
  return places.map((place, index) => ({ place, heading: seen[index]?.heading ?? 0 }));
}

/** What becomes of doors that cannot be had: those to nowhere, to where one is, and second ones. */
function doorNotices(scenes: readonly ForeignScene[], indexes: ReadonlyMap<string, number>): readonly Told[] {
  return scenes.flatMap(({ key, doors }) => {
    const targets = doors.map(({ to }) => to);
    type Case = readonly [said: (tos: string) => Told, isSo: (to: string, at: number) => boolean];
    const cases: readonly Case[] = [
      [(tos) => told`not carried over: ${key} leads to ${tos}, which is not there.`, (to) => !indexes.has(to)],
      [(tos) => told`not carried over: ${key} leads to ${tos}, which is where one is.`, (to) => to === key],
      [
        (tos) => told`not carried over: ${key} leads to ${tos} a second time.`,
        (to, at) => to !== key && indexes.has(to) && targets.indexOf(to) !== at,
      ],
    ];
    return cases.flatMap(([said, isSo]) => {
      const found = [...new Set(targets.filter(isSo))];
      return found.length === 0 ? [] : [said(found.join(', '))];
    });
  });
}

function bentNotice(scenes: readonly ToLayOut[], laid: readonly LaidOut[]): readonly Told[] {
  const [worst, ...others] = bentDoors(scenes, laid);
  if (worst === undefined) return [];
  const which = linksOf(others.length + 1);
  return [
    told`not carried over: the direction of ${which}, such as from ${worst.from} to ${worst.to}, ${worst.degrees}° off: viewpoints cannot stand so that each is right.`,
  ];
}

const linksOf = (count: number): Told => (count === 1 ? told`1 link` : told`${count} links`);

/** Links of which nobody says where they lead, nor where the other end is. */
function unplacedNotice(seen: readonly SeenScene[]): readonly Told[] {
  const [first, ...others] = seen.flatMap(({ key, doors }) =>
    doors.filter(({ spot }) => spot === undefined).map(({ to }) => ({ key, to })),
  );
  if (first === undefined) return [];
  const which = linksOf(others.length + 1);
  return [
    told`not carried over: the direction of ${which}, such as from ${first.key} to ${first.to}: the tour does not say it.`,
  ];
}

async function tourIn(file: string): Promise<ForeignTour> {
  try {
    await refuseLarge(file);
    if (/\.xml$/i.test(file)) return readKrpano(await readWithIncludes(file));
    if (/\.js$/i.test(file)) return readMarzipano(await textIn(file));
    const json = await jsonIn(file);
    if (isPannellum(looseOf(json))) return readPannellum(looseOf(json));
    if (isPhotoSphereViewer(json)) return readPhotoSphereViewer(json);
    throw new ForeignRefusal(told`it has neither the scenes of Pannellum nor the nodes of Photo Sphere Viewer`);
  } catch (error) {
    const why =
      error instanceof SyntaxError ? told`it is no JSON` : error instanceof ForeignRefusal ? error.said : undefined;
    if (why === undefined) throw error;
    throw new Refusal('FOREIGN_TOUR_REFUSED', told`${basename(file)}: ${why}.`, 2);
  }
}
