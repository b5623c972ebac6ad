import type { Face } from '@openhouse/contract/panoramas';
import {
  cubeOf,
  FACE_LETTERS,
  type ForeignPicture,
  ForeignRefusal,
  type ForeignScene,
  type ForeignTour,
  type Loose,
  looseOf,
  loosesOf,
  numberOf,
  plainText,
  squareTiles,
  startingWith,
  textOf,
} from './foreign-tour.ts';

/** Faces in the order of `cubeMap`. */
const ORDER: readonly Face[] = ['front', 'right', 'back', 'left', 'up', 'down'];

/** Whether a JSON file is a configuration of Pannellum: scenes, or one panorama. */
export const isPannellum = (file: Loose): boolean =>
  file.scenes !== undefined || file.panorama !== undefined || file.cubeMap !== undefined || file.multiRes !== undefined;

/**
 * A configuration of Pannellum 2.5: scenes of the types equirectangular, cubemap and multires, with hotspots.
 * @throws {ForeignRefusal}
 */
export function readPannellum(file: Loose): ForeignTour {
  const usual = looseOf(file.default);
  const entries = file.scenes === undefined ? [['scene', file] as const] : Object.entries(looseOf(file.scenes));
  const lost: string[] = [];
  const scenes = entries.map(([key, own]) => {
    const scene: Loose = { ...(file.scenes === undefined ? {} : { ...file, ...usual }), ...looseOf(own) };
    // Pannellum takes texts for HTML, unless the tour says that they are none.
    return readScene(key, scene, lost, file.escapeHTML === true ? (text) => text : plainText);
  });
  if (scenes.length === 0) throw new ForeignRefusal('it has no scenes');
  const first = textOf(usual.firstScene ?? file.firstScene) || (scenes[0]?.key ?? '');
  return { scenes: startingWith(scenes, first), lost };
}

function readScene(key: string, scene: Loose, lost: string[], plain: (text: string) => string): ForeignScene {
  const hotSpots = loosesOf(scene.hotSpots);
  const gazeOf = (spot: Loose) => ({ yaw: numberOf(spot.yaw) ?? 0, pitch: numberOf(spot.pitch) ?? 0 });
  const isDoor = (spot: Loose) => textOf(spot.sceneId) !== '';
  const notes = hotSpots.filter((spot) => !isDoor(spot));
  for (const spot of hotSpots) {
    const kept = ['pitch', 'yaw', 'type', 'text', 'URL', 'sceneId', 'id', 'targetYaw', 'targetPitch', 'targetHfov'];
    const others = Object.keys(spot).filter((field) => !kept.includes(field));
    if (others.length > 0)
      lost.push(`${key}: ${others.join(', ')} of the hotspot ${JSON.stringify(textOf(spot.text))}`);
  }
  for (const field of ['horizonPitch', 'horizonRoll', 'video', 'dynamic', 'hotSpotDebug'].filter((one) => scene[one])) {
    lost.push(`${key}: ${field}`);
  }
  return {
    key,
    name: plain(textOf(scene.title)) || key,
    picture: pictureOf(key, scene),
    heading: numberOf(scene.northOffset),
    start: gazeOf(scene),
    doors: hotSpots.filter(isDoor).map((spot) => ({ ...gazeOf(spot), to: textOf(spot.sceneId) })),
    notes: notes.map((spot) => {
      const text = plain(textOf(spot.text));
      return { ...gazeOf(spot), title: text.split('\n')[0] ?? '', text, url: textOf(spot.URL) };
    }),
  };
}

function pictureOf(key: string, scene: Loose): ForeignPicture {
  const base = textOf(scene.basePath);
  const at = (file: string) =>
    base === '' || /^[a-z]+:|^\//i.test(file) ? file : `${base.replace(/\/$/, '')}/${file}`;
  if (scene.type === 'cubemap') {
    const files = Array.isArray(scene.cubeMap) ? scene.cubeMap.map(textOf) : [];
    if (files.length !== ORDER.length) throw new ForeignRefusal(`its scene ${key} has no cubeMap of six files`);
    return cubeOf((face) => [{ file: at(files[ORDER.indexOf(face)] ?? ''), left: 0, top: 0 }]);
  }
  if (scene.type === 'multires') return tilesOf(key, looseOf(scene.multiRes), at);
  const file = textOf(scene.panorama);
  if (file === '') throw new ForeignRefusal(`its scene ${key} names no panorama`);
  const [across, down] = [numberOf(scene.haov) ?? 360, numberOf(scene.vaov) ?? 180];
  const isWhole = across >= 360 && down >= 180;
  return {
    kind: 'sphere',
    file: at(file),
    covers: isWhole ? undefined : { across, down, raised: numberOf(scene.vOffset) ?? 0 },
  };
}

/** Levels are halved from the whole face down; the last one is whole. */
function tilesOf(key: string, tiles: Loose, at: (file: string) => string): ForeignPicture {
  const [size, edge] = [numberOf(tiles.tileResolution) ?? 512, numberOf(tiles.cubeResolution) ?? 0];
  const [level, path] = [numberOf(tiles.maxLevel) ?? 1, textOf(tiles.path)];
  if (path === '') throw new ForeignRefusal(`the multiRes of its scene ${key} has no path`);
  const base = textOf(tiles.basePath);
  const file = (face: Face, x: number, y: number) =>
    at(
      `${base}${path}`
        .replaceAll('%s', FACE_LETTERS[face])
        .replaceAll('%l', String(level))
        .replaceAll('%x', String(x))
        .replaceAll('%y', String(y)) + (textOf(tiles.extension) === '' ? '' : `.${textOf(tiles.extension)}`),
    );
  return cubeOf((face) => squareTiles(key, edge, size, (x, y) => file(face, x, y)));
}
