import { byFace, type Face, faces } from '@openhouse/contract/panoramas';
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import {
  cubeOf,
  FACE_LETTERS,
  type ForeignPicture,
  ForeignRefusal,
  type ForeignScene,
  type ForeignTour,
  plainText,
  squareTiles,
  startingWith,
} from './foreign-tour.ts';

/** An element with its attributes by their names in lower case: krpano does not tell cases apart. */
interface Node {
  readonly name: string;
  readonly own: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
  readonly text: string;
}

/** Elements of which a tour here is made, or which say nothing of their own. */
const READ = ['scene', 'image', 'view', 'hotspot', 'style', 'preview', 'krpano'];
/** Attributes of a hotspot that say only how it looks or is found. */
const LOOKS = /^(name|style|ath|atv|url|type|linkedscene|text|html|tooltip|caption|onclick|keep|scale|zoom|distorted)$/;

/**
 * A `tour.xml` of krpano: scenes of cubes (in tiles or not) and spheres, with hotspots that lead to scenes or carry text.
 * Entities of its own and other files are not read (@rgrove/parse-xml knows neither).
 * @throws {ForeignRefusal}
 */
export function readKrpano(xml: string): ForeignTour {
  const root = rootOf(xml);
  if (root.name === 'encrypted') throw new ForeignRefusal('it is encrypted: take the file that it was made from');
  if (root.name !== 'krpano')
    throw new ForeignRefusal(`its outermost element is ${root.name}, and that of a tour krpano`);
  // Tours are put together of several documents.
  const top = root.children.flatMap((child) => (child.name === 'krpano' ? child.children : [child]));
  const lost: string[] = [];
  const styles = new Map(named(top, 'style').map((style) => [style.own.name ?? '', style.own]));
  const own = named(top, 'scene');
  const entries = own.length > 0 ? own : [{ ...root, children: top }];
  const scenes = entries
    .filter(({ children }) => named(children, 'image').length > 0)
    .map((scene) => readScene(scene, styles, lost));
  if (scenes.length === 0) throw new ForeignRefusal('it has no scene with an image: name the file that has them');
  const others = [...new Set(top.map(({ name }) => name).filter((name) => !READ.includes(name)))];
  if (others.length > 0) lost.push(`${others.join(', ')} of the whole tour`);
  const [, first] = LOADS.exec(root.own.onstart ?? '') ?? [];
  return { scenes: first === undefined ? scenes : startingWith(scenes, first), lost };
}

function rootOf(xml: string): Node {
  try {
    const { root } = parseXml(xml, { ignoreUndefinedEntities: true });
    if (root === null) throw new ForeignRefusal('it is empty');
    return nodeOf(root);
  } catch (error) {
    if (error instanceof XmlError) {
      const why = error.message.split('\n')[0] ?? '';
      throw new ForeignRefusal(`it is no XML: ${why.replace(/[.:]?$/, '')}`);
    }
    // Elements in elements, tens of thousands deep.
    if (error instanceof RangeError) throw new ForeignRefusal('its elements are nested too deeply');
    throw error;
  }
}

const nodeOf = (element: XmlElement): Node => ({
  name: element.name.toLowerCase(),
  own: Object.fromEntries(Object.entries(element.attributes).map(([name, value]) => [name.toLowerCase(), value])),
  children: element.children.filter((child) => child instanceof XmlElement).map(nodeOf),
  text: element.text,
});

const named = (nodes: readonly Node[], name: string) => nodes.filter((node) => node.name === name);

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined || text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);

/** Right of the middle, and below the horizon. */
const gazeOf = (across: string | undefined, down: string | undefined) => ({
  yaw: numberOf(across) ?? 0,
  pitch: -(numberOf(down) ?? 0) + 0,
});

type Styles = ReadonlyMap<string, Node['own']>;

function readScene({ name, own, children }: Node, styles: Styles, lost: string[]): ForeignScene {
  const key = own.name || name;
  const view = named(children, 'view')[0]?.own ?? {};
  const image = named(children, 'image')[0];
  if (image === undefined) throw new ForeignRefusal(`its scene ${key} has no image`);
  const doors: ForeignScene['doors'][number][] = [];
  const notes: ForeignScene['notes'][number][] = [];
  for (const spot of named(children, 'hotspot')) {
    const inherited = (spot.own.style ?? '').split('|').map((style) => styles.get(style) ?? {});
    const all: Node['own'] = Object.assign({}, ...inherited, spot.own);
    const gaze = gazeOf(all.ath, all.atv);
    const isPlaced = numberOf(all.ath) !== undefined && numberOf(all.atv) !== undefined;
    const to = all.linkedscene || LOADS.exec(all.onclick ?? '')?.[1];
    const texts = [all.tooltip, all.caption, all.text, all.html, spot.text].map((text) =>
      plainText(inTags(text ?? '')),
    );
    const [title = '', ...more] = [...new Set(texts)].filter((text) => text !== '');
    const url = OPENS.exec(all.onclick ?? '')?.[1] ?? '';
    if (isPlaced && to) doors.push({ ...gaze, to });
    else if (isPlaced && title !== '')
      notes.push({ ...gaze, title: title.split('\n')[0] ?? '', text: more.join('\n') || title, url });
    else lost.push(`${key}: the hotspot ${all.name ?? ''}, which neither leads to a scene nor has a text and a place`);
    const others = Object.keys(spot.own).filter((attribute) => !LOOKS.test(attribute));
    if (others.length > 0 && isPlaced && (to || title !== ''))
      lost.push(`${key}: ${others.join(', ')} of the hotspot ${all.name ?? ''}`);
  }
  for (const field of ['lat', 'lng', 'onstart'].filter((one) => own[one])) lost.push(`${key}: ${field}`);
  for (const field of ['prealign', 'stereo'].filter((one) => image.own[one]))
    lost.push(`${key}: ${field} of its image`);
  return {
    key,
    name: own.title || key,
    picture: pictureOf(key, image),
    heading: numberOf(own.heading),
    start: gazeOf(view.hlookat, view.vlookat),
    doors,
    notes,
  };
}

const LOADS = /\bloadscene\(\s*['"]?([^,'")\s]+)/i;
const OPENS = /\bopenurl\(\s*['"]?(https?:[^,'")\s]+)/i;

/** Texts may have their tags in square brackets. */
const inTags = (text: string): string => text.replaceAll(/\[(\/?[a-z][^\][]*)\]/gi, '<$1>');

function pictureOf(key: string, image: Node): ForeignPicture {
  // Of several resolutions, each a level, the widest.
  const [level = image] = named(image.children, 'level').toSorted((a, b) => widthOf(b) - widthOf(a));
  const cube = named(level.children, 'cube')[0];
  if (cube !== undefined) return cubeOfUrl(key, cube, level, image);
  const sphere = named(level.children, 'sphere')[0];
  if (sphere !== undefined) return sphereOf(key, sphere, image);
  const single = byFace((face) => named(level.children, face)[0]?.own.url ?? '');
  if (faces.every((face) => single[face] !== ''))
    return cubeOf((face) => [{ file: fileOf(single[face]), left: 0, top: 0 }]);
  const kinds = level.children.map(({ name }) => name).join(', ') || 'nothing';
  throw new ForeignRefusal(`the image of its scene ${key} is ${kinds}, and neither a cube nor a sphere`);
}

const widthOf = (level: Node): number => numberOf(level.own.tiledimagewidth) ?? 0;

function sphereOf(key: string, { own }: Node, image: Node): ForeignPicture {
  if (own.multires || image.own.multires || /%/.test(fileOf(own.url ?? ''))) {
    throw new ForeignRefusal(
      `the sphere of its scene ${key} is cut into tiles: export it as a cube, or as one picture`,
    );
  }
  const [across, down] = [numberOf(image.own.hfov) ?? 360, numberOf(image.own.vfov)];
  if (across < 360 || (down !== undefined && down < 180)) {
    throw new ForeignRefusal(`the sphere of its scene ${key} is a part of one: fill it up to 360° by 180°`);
  }
  return { kind: 'sphere', file: fileOf(own.url ?? '') };
}

function cubeOfUrl(key: string, cube: Node, level: Node, image: Node): ForeignPicture {
  const url = fileOf(cube.own.url ?? '');
  if (!/%0*[vyjhxui]/i.test(url.replaceAll(/%0*[sl]/gi, ''))) {
    if (!/%s/i.test(url))
      throw new ForeignRefusal(`the cube of its scene ${key} is one picture, which is not six: cut it`);
    return cubeOf((face) => [{ file: url.replaceAll(/%s/gi, letterOf(image, face)), left: 0, top: 0 }]);
  }
  const [size, ...edges] = (cube.own.multires ?? '').split(',').map(Number);
  const tile = size || numberOf(image.own.tilesize) || 0;
  const edge = edges.at(-1) ?? widthOf(level);
  const base = numberOf(image.own.baseindex) ?? 1;
  return cubeOf((face) =>
    squareTiles(key, edge, tile, (x, y) =>
      url
        .replaceAll(/%s/gi, letterOf(image, face))
        .replaceAll(/%(0*)l/gi, (_, zeros: string) => padded(edges.length, zeros))
        .replaceAll(/%(0*)[vyj]/gi, (_, zeros: string) => padded(y + base, zeros))
        .replaceAll(/%(0*)[hxui]/gi, (_, zeros: string) => padded(x + base, zeros)),
    ),
  );
}

/** `%0v` has at least two digits, `%00v` three. */
const padded = (number: number, zeros: string): string => String(number).padStart(zeros.length + 1, '0');

/** The order in which `cubelabels` names the faces. */
const ORDER: readonly Face[] = ['left', 'front', 'right', 'back', 'up', 'down'];

function letterOf(image: Node, face: Face): string {
  const labels = (image.own.cubelabels ?? '').split('|');
  return labels[ORDER.indexOf(face)] || FACE_LETTERS[face];
}

/** Addresses start at the folder of the file itself. */
const fileOf = (url: string): string => url.replace(/^%(CURRENTXML|FIRSTXML)%\/?/i, '');
