import { type Filled, told } from '../../told.ts';
import { isFieldOfView } from '../field-of-view.ts';
import {
  cubeOf,
  FACE_LETTERS,
  ForeignRefusal,
  type ForeignScene,
  type ForeignTour,
  keyOf,
  type Loose,
  looseOf,
  loosesOf,
  numberOf,
  squareTiles,
  textOf,
} from './foreign-tour.ts';
import { LostList } from './lost-list.ts';
import { plainText, readHtml } from './plain-text.ts';
import { readLiteral } from './read-literal.ts';

const DEGREES = 180 / Math.PI;

/**
 * The `data.js` of a folder that the Marzipano Tool exported: `var APP_DATA = {…};`, with tiles beside it. Developers are told to
 * go on from there by hand.
 * @throws {ForeignRefusal}
 */
export function readMarzipano(script: string): ForeignTour {
  let data: Loose;
  try {
    data = looseOf(readLiteral(script));
  } catch {
    throw new ForeignRefusal(
      told`it is no data.js of the Marzipano Tool, which holds one object: of values only, without expressions`,
    );
  }
  const lost = new LostList();
  const scenes = loosesOf(data.scenes).map((scene) => readScene(scene, lost));
  if (scenes.length === 0) throw new ForeignRefusal(told`it has no scenes`);
  lost.addUnread(data, ['scenes', 'name', 'settings']);
  // What is off is not missed.
  for (const [setting, value] of Object.entries(looseOf(data.settings))) if (value) lost.add(setting);
  return { name: textOf(data.name) || undefined, scenes, lost: lost.lines() };
}

const READ = ['id', 'name', 'levels', 'faceSize', 'initialViewParameters', 'linkHotspots', 'infoHotspots'];

function readScene(scene: Loose, lost: LostList): ForeignScene {
  const key = keyOf(scene.id);
  lost.addUnread(scene, READ, { scene: key });
  const levels = loosesOf(scene.levels);
  const sizes = levels.map(({ size }) => numberOf(size) ?? 0);
  const level = sizes.indexOf(Math.max(...sizes));
  const [tile, edge] = [numberOf(levels[level]?.tileSize) ?? 0, sizes[level] ?? 0];
  const view = looseOf(scene.initialViewParameters);
  const fov = (numberOf(view.fov) ?? 0) * DEGREES;
  const foundIn = (name: Filled) => ({ scene: key, of: { kind: 'hotspot', name } });
  return {
    key,
    name: plainText(textOf(scene.name)) || key,
    picture: cubeOf((face) =>
      squareTiles(key, edge, tile, (x, y) => `tiles/${key}/${level}/${FACE_LETTERS[face]}/${y}/${x}.jpg`),
    ),
    start: { ...gazeOf(view), fov: isFieldOfView(fov) ? fov : undefined },
    doors: loosesOf(scene.linkHotspots).map((spot) => {
      const to = keyOf(spot.target);
      lost.addUnread(spot, ['yaw', 'pitch', 'target', ...unturned(spot)], foundIn(told`to ${to}#link`));
      return { spot: gazeOf(spot), to };
    }),
    notes: loosesOf(scene.infoHotspots).flatMap((spot) => {
      const [head, body] = [readHtml(textOf(spot.title)), readHtml(textOf(spot.text))];
      const title = head.text || (body.text.split('\n')[0] ?? '');
      const found = foundIn(JSON.stringify(title));
      lost.addUnread(spot, ['yaw', 'pitch', 'title', 'text', ...unturned(spot)], found);
      for (const one of [...head.lost, ...body.lost]) lost.add(told`${one} in the text`, found);
      if (title !== '') return [{ spot: gazeOf(spot), title, text: body.text, url: body.url || head.url }];
      lost.add(told`everything (it has no text)`, found);
      return [];
    }),
  };
}

/** The tool writes that a hotspot is turned by nothing. */
const unturned = ({ rotation }: Loose): readonly string[] => (rotation === 0 ? ['rotation'] : []);

/** Radians, and downwards. */
const gazeOf = (spot: Loose) => ({
  yaw: (numberOf(spot.yaw) ?? 0) * DEGREES,
  pitch: -(numberOf(spot.pitch) ?? 0) * DEGREES,
});
