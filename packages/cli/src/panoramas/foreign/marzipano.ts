import {
  cubeOf,
  FACE_LETTERS,
  ForeignRefusal,
  type ForeignScene,
  type ForeignTour,
  type Loose,
  looseOf,
  loosesOf,
  numberOf,
  plainText,
  squareTiles,
  textOf,
} from './foreign-tour.ts';

const DEGREES = 180 / Math.PI;

/**
 * The `data.js` of a folder that the Marzipano Tool exported: `var APP_DATA = {…};`, with tiles beside it.
 * @throws {ForeignRefusal}
 */
export function readMarzipano(script: string): ForeignTour {
  const json = script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1);
  let data: Loose;
  try {
    data = looseOf(JSON.parse(json));
  } catch {
    throw new ForeignRefusal('it is no data.js of the Marzipano Tool, which holds one JSON object');
  }
  const scenes = loosesOf(data.scenes).map(readScene);
  if (scenes.length === 0) throw new ForeignRefusal('it has no scenes');
  return { scenes, lost: [] };
}

function readScene(scene: Loose): ForeignScene {
  const key = textOf(scene.id);
  const levels = loosesOf(scene.levels);
  const level = levels.length - 1;
  const { tileSize, size } = levels[level] ?? {};
  const [tile, edge] = [numberOf(tileSize) ?? 0, numberOf(size) ?? 0];
  return {
    key,
    name: textOf(scene.name) || key,
    picture: cubeOf((face) =>
      squareTiles(key, edge, tile, (x, y) => `tiles/${key}/${level}/${FACE_LETTERS[face]}/${y}/${x}.jpg`),
    ),
    start: gazeOf(looseOf(scene.initialViewParameters)),
    doors: loosesOf(scene.linkHotspots).map((spot) => ({ ...gazeOf(spot), to: textOf(spot.target) })),
    notes: loosesOf(scene.infoHotspots).map((spot) => ({
      ...gazeOf(spot),
      title: plainText(textOf(spot.title)),
      text: plainText(textOf(spot.text)),
      url: '',
    })),
  };
}

/** Radians, and downwards. */
const gazeOf = (spot: Loose) => ({
  yaw: (numberOf(spot.yaw) ?? 0) * DEGREES,
  pitch: -(numberOf(spot.pitch) ?? 0) * DEGREES,
});
