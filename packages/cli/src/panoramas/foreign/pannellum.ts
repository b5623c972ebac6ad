import { type Face, type Quaternion, type SpherePart, turnAround, turns } from '@openhouse/contract/panoramas';
import { told } from '../../told.ts';
import { isFieldOfView, verticalOf } from '../field-of-view.ts';
import {
  type Covers,
  cubeOf,
  FACE_LETTERS,
  type ForeignPicture,
  ForeignRefusal,
  type ForeignScene,
  type ForeignTour,
  keyOf,
  type Loose,
  looseOf,
  loosesOf,
  numberOf,
  partOfSphere,
  squareTiles,
  startingWith,
  textOf,
  wholeFace,
} from './foreign-tour.ts';
import { LostList } from './lost-list.ts';
import { httpUrl, plainText, readHtml } from './plain-text.ts';

/** Faces in the order of `cubeMap`. */
const ORDER: readonly Face[] = ['front', 'right', 'back', 'left', 'up', 'down'];

/** Whether a JSON file is a configuration of Pannellum: scenes, or one panorama. */
export const isPannellum = (file: Loose): boolean =>
  file.scenes !== undefined ||
  textOf(file.panorama) !== '' ||
  file.cubeMap !== undefined ||
  file.multiRes !== undefined;

/** Options that are read, and those that say only how a page loads a tour. */
const READ = [
  ...['default', 'scenes', 'firstScene', 'type', 'title', 'basePath', 'panorama', 'cubeMap', 'multiRes', 'hotSpots'],
  ...[
    'haov',
    'vaov',
    'vOffset',
    'ignoreGPanoXMP',
    'northOffset',
    'horizonPitch',
    'horizonRoll',
    'yaw',
    'pitch',
    'hfov',
  ],
  ...['escapeHTML', 'autoLoad', 'preview', 'previewTitle', 'previewAuthor', 'crossOrigin', 'fallback', 'compass'],
];
const READ_OF_HOTSPOT = ['pitch', 'yaw', 'type', 'text', 'URL', 'sceneId', 'id'];
const READ_OF_TILES = [
  ...['basePath', 'path', 'extension', 'tileResolution', 'maxLevel', 'cubeResolution'],
  ...['fallbackPath', 'shtHash', 'equirectangularThumbnail'],
];

/**
 * A configuration of Pannellum 2.5: scenes of the types equirectangular, cubemap and multires, with hotspots.
 * @throws {ForeignRefusal}
 */
export function readPannellum(file: Loose): ForeignTour {
  const usual = looseOf(file.default);
  const isTour = file.scenes !== undefined;
  const entries: readonly (readonly [string, Loose])[] = isTour
    ? Object.entries(looseOf(file.scenes)).map(([key, own]) => [key, looseOf(own)])
    : [['scene', {}]];
  if (entries.length === 0) throw new ForeignRefusal(told`it has no scenes`);
  const lost = new LostList();
  // What stands outside of the scenes holds for each, and goes before what it says itself.
  const scenes = entries.map(([key, own]) => readScene(key, { ...usual, ...own, ...file }, own, lost, file));
  lost.addUnread({ ...usual, ...file }, READ);
  const first = keyOf(file.firstScene ?? usual.firstScene) || (scenes[0]?.key ?? '');
  return { scenes: startingWith(scenes, first), lost: lost.lines() };
}

/** @param own What stands in the scene itself. */
function readScene(key: string, scene: Loose, own: Loose, lost: LostList, file: Loose): ForeignScene {
  lost.addUnread(own, READ, { scene: key });
  // Pannellum takes texts for HTML, unless the tour says that they are none.
  const plain = file.escapeHTML === true ? (text: string) => text : plainText;
  const doors: ForeignScene['doors'][number][] = [];
  const notes: ForeignScene['notes'][number][] = [];
  for (const spot of loosesOf(scene.hotSpots)) {
    const gaze = { yaw: numberOf(spot.yaw) ?? 0, pitch: numberOf(spot.pitch) ?? 0 };
    const to = keyOf(spot.sceneId);
    const html = file.escapeHTML === true ? undefined : readHtml(textOf(spot.text));
    const text = html?.text ?? textOf(spot.text);
    const own = textOf(spot.URL);
    const url = httpUrl(own) || (html?.url ?? '');
    const found = { scene: key, of: { kind: 'hotspot', name: JSON.stringify(text || to || own) } };
    lost.addUnread(spot, [...READ_OF_HOTSPOT, ...keptTargets(spot)], found);
    for (const one of html?.lost ?? []) lost.add(told`${one} in the text`, found);
    if (own !== '' && url !== own) lost.add('URL', found);
    // One that shows something or leads to an address does not lead to a scene.
    if (to !== '' && own === '' && !spot.image && !spot.video) {
      doors.push({ to, spot: gaze });
      if (text !== '' && text !== nameOf(file, to, plain)) lost.add('text', found);
    } else if (text !== '' || url !== '') {
      const title = text.split('\n')[0] ?? '';
      notes.push({ spot: gaze, title: title || url, text, url });
    } else lost.add(told`everything (it has no text)`, found);
  }
  const [start, hfov] = [{ yaw: numberOf(scene.yaw) ?? 0, pitch: numberOf(scene.pitch) ?? 0 }, numberOf(scene.hfov)];
  const picture = pictureOf(key, scene, lost);
  return {
    key,
    name: plain(textOf(scene.title)) || key,
    picture,
    heading: numberOf(scene.northOffset),
    turned: picture.kind === 'cube' ? poseOf(numberOf(scene.horizonPitch), numberOf(scene.horizonRoll)) : undefined,
    start: { ...start, fov: isFieldOfView(hfov) ? verticalOf(hfov) : undefined },
    doors,
    notes,
  };
}

/** What a scene is called that a hotspot leads to. */
const nameOf = (file: Loose, key: string, plain: (text: string) => string): string =>
  plain(textOf(looseOf(looseOf(file.scenes)[key]).title)) || key;

/** One goes on looking where one looked, here as well. */
const keptTargets = ({ targetYaw, targetPitch, targetHfov }: Loose): readonly string[] => [
  ...(targetYaw === 'sameAzimuth' ? ['targetYaw'] : []),
  ...(targetPitch === 'same' ? ['targetPitch'] : []),
  ...(targetHfov === 'same' ? ['targetHfov'] : []),
];

/** How a picture stands whose horizon was measured: Pannellum rolls before it pitches, unlike GPano. */
const poseOf = (pitch = 0, roll = 0): Quaternion | undefined =>
  pitch === 0 && roll === 0 ? undefined : turns(turnAround('z', -roll), turnAround('x', pitch));

function pictureOf(key: string, scene: Loose, lost: LostList): ForeignPicture {
  const base = textOf(scene.basePath);
  // The base is put in front as it is.
  const at = (file: string) => (/^(?:[a-z]+:)?\/\/|^\//i.test(file) ? file : `${base}${file}`);
  const type = scene.type ?? 'equirectangular';
  if (type === 'cubemap') {
    const files = Array.isArray(scene.cubeMap) ? scene.cubeMap.map(textOf) : [];
    if (files.length !== ORDER.length) throw new ForeignRefusal(told`its scene ${key} has no cubeMap of six files`);
    // A face may be left out.
    const named = (file: string) => (file === '' || file === 'null' ? '' : at(file));
    return cubeOf((face) => wholeFace(named(files[ORDER.indexOf(face)] ?? '')));
  }
  if (type === 'multires') {
    const tiles = looseOf(scene.multiRes);
    lost.addUnread(tiles, READ_OF_TILES, { scene: key });
    return tilesOf(key, tiles, base);
  }
  if (type !== 'equirectangular')
    throw new ForeignRefusal(told`its scene ${key} is of the type ${JSON.stringify(type)}, which is not known`);
  const file = textOf(scene.panorama);
  if (file === '') throw new ForeignRefusal(told`its scene ${key} names no panorama`);
  return {
    kind: 'sphere',
    file: at(file),
    standsAs: ({ width, height, facts }) => {
      // What the picture tells counts where the tour says nothing.
      const told = scene.ignoreGPanoXMP === true ? undefined : facts.sphere;
      const own: Partial<Covers> = told === undefined ? {} : anglesOf(told);
      const { across, down, raised } = {
        across: numberOf(scene.haov) ?? own.across ?? 360,
        down: numberOf(scene.vaov) ?? own.down ?? 180,
        raised: numberOf(scene.vOffset) ?? own.raised ?? 0,
      };
      const [pitch, roll] = [numberOf(scene.horizonPitch), numberOf(scene.horizonRoll)];
      const lean = told === undefined ? undefined : facts.lean;
      return {
        full: partOfSphere(key, { width, height }, { across, down, raised }),
        heading: told && facts.heading,
        turned: poseOf(pitch ?? lean?.pitch, roll ?? lean?.roll),
      };
    },
  };
}

/** What a part of a sphere covers, in degrees; its middle is in front. */
const anglesOf = ({ fullWidth, fullHeight, width, height, top }: SpherePart): Covers => ({
  across: (width / fullWidth) * 360,
  down: (height / fullHeight) * 180,
  raised: (0.5 - (top + height / 2) / fullHeight) * 180,
});

/** Levels are halved from the whole face down; the last one is whole. */
function tilesOf(key: string, tiles: Loose, baseOfScene: string): ForeignPicture {
  const [size, edge] = [numberOf(tiles.tileResolution) ?? 512, numberOf(tiles.cubeResolution) ?? 0];
  const [level, path] = [numberOf(tiles.maxLevel) ?? 1, textOf(tiles.path)];
  if (path === '') throw new ForeignRefusal(told`the multiRes of its scene ${key} has no path`);
  const own = textOf(tiles.basePath);
  const base = /^(?:[a-z]+:)?\/\//i.test(own) ? own : `${baseOfScene}${own}`;
  // Pannellum's generator writes a slash in front, for a base: without one, the tiles lie beside the file.
  const whole = base === '' ? path.replace(/^\/(?!\/)/, '') : `${base}${path}`;
  const file = (face: Face, x: number, y: number) =>
    whole
      .replaceAll('%s', FACE_LETTERS[face])
      .replaceAll('%l', String(level))
      .replaceAll('%x', String(x))
      .replaceAll('%y', String(y)) + (textOf(tiles.extension) === '' ? '' : `.${textOf(tiles.extension)}`);
  return cubeOf((face) => squareTiles(key, edge, size, (x, y) => file(face, x, y)));
}
