import { byFace, type Face, faces, gazeTowards, towards } from '@openhouse/contract/panoramas';
import { Foreign, joined, told } from '../../told.ts';
import { isFieldOfView, scaled, verticalOf } from '../field-of-view.ts';
import {
  cubeOf,
  FACE_LETTERS,
  type ForeignPicture,
  ForeignRefusal,
  type ForeignScene,
  type ForeignTour,
  numberOf,
  partOfSphere,
  squareTiles,
  startingWith,
  wholeFace,
} from './foreign-tour.ts';
import { LostList } from './lost-list.ts';
import { plainText, readHtml } from './plain-text.ts';
import { named, type XmlNode } from './read-xml.ts';

/** Elements and attributes that are read, or that say only how a page loads a tour or how a hotspot looks. */
const READ = {
  tour: ['scene', 'style', 'preview', 'krpano', 'include'],
  tourAttributes: ['version', 'title', 'onstart', 'build'],
  scene: ['image', 'view', 'hotspot', 'preview'],
  sceneAttributes: [
    'name',
    'title',
    'onstart',
    'heading',
    'thumburl',
    'thumbx',
    'thumby',
    'autoload',
    'multires',
    'id',
  ],
  image: ['cube', 'sphere', 'level', 'preview', 'mobile', 'tablet', ...faces],
  imageAttributes: [
    ...['type', 'multires', 'tilesize', 'baseindex', 'cubelabels', 'stereolabels', 'hfov', 'vfov', 'voffset'],
    ...['progressive', 'multiresthreshold'],
  ],
  view: ['hlookat', 'vlookat', 'fov', 'fovtype'],
  hotspot: ['point'],
  hotspotAttributes: [
    ...['name', 'style', 'ath', 'atv', 'url', 'type', 'linkedscene', 'text', 'html', 'tooltip', 'caption', 'onclick'],
    ...['keep', 'scale', 'zoom', 'distorted', 'visible', 'enabled'],
  ],
} as const;

/**
 * A `tour.xml` of krpano: scenes of cubes (in tiles or not) and spheres, with hotspots that lead to scenes or carry text.
 * @param root Its document, with the files that it includes. Entities of its own are not read.
 * @throws {ForeignRefusal}
 */
export function readKrpano(root: XmlNode): ForeignTour {
  if (root.name === 'encrypted') throw new ForeignRefusal(told`it is encrypted: take the file that it was made from`);
  if (root.name !== 'krpano')
    throw new ForeignRefusal(told`its outermost element is ${root.name}, and that of a tour krpano`);
  // Tours are put together of several documents.
  const top = root.children.flatMap((child) => (child.name === 'krpano' ? child.children : [child]));
  const lost = new LostList();
  const styles = new Map(named(top, 'style').map((style) => [nameIn(style), style.own]));
  // Of two with the same name the later one counts. krpano gives those without one a name of their own.
  const all = named(top, 'scene').map((scene, at) => (scene.own.name ? scene : withName(scene, `scene ${at + 1}`)));
  const own = [...new Map(all.map((scene) => [nameIn(scene), scene])).values()];
  const entries = own.length > 0 ? own : [{ ...root, own: { title: root.own.title ?? '' }, children: top }];
  for (const scene of entries.filter(({ children }) => named(children, 'image').length === 0))
    lost.add(told`everything (it has no image)`, { scene: nameIn(scene) });
  const scenes = entries
    .filter(({ children }) => named(children, 'image').length > 0)
    .map((scene) => readScene(scene, styles, lost));
  const unread = named(top, 'include').map(
    ({ own: { url = '' }, text }) => told`include of ${url} (${new Foreign(text)})`,
  );
  if (scenes.length === 0) {
    const why = unread.length === 0 ? told`name the file that has them` : joined(unread, ', ');
    throw new ForeignRefusal(told`it has no scene with an image: ${why}`);
  }
  for (const include of unread) lost.add(include);
  for (const one of new Set(top.map(({ name }) => name)))
    if (!has(READ.tour, one) && (own.length > 0 || !has(READ.scene, one))) lost.add(one);
  lost.addUnread(root.own, READ.tourAttributes);
  const [, first] = LOADS.exec(root.own.onstart ?? '') ?? [];
  return {
    name: plainText(root.own.title ?? '') || undefined,
    scenes: first === undefined ? scenes : startingWith(scenes, first.toLowerCase()),
    lost: lost.lines(),
  };
}

/** Names are alike in either case. */
const nameIn = ({ name, own }: XmlNode): string => (own.name || name).toLowerCase();

const withName = (node: XmlNode, name: string): XmlNode => ({ ...node, own: { ...node.own, name } });

/** Right of the middle, and below the horizon. */
const gazeOf = ({ ath, atv }: XmlNode['own']) => {
  const [across, down] = [numberOf(ath), numberOf(atv)];
  return across === undefined || down === undefined ? undefined : { yaw: across, pitch: -down + 0 };
};

type Styles = ReadonlyMap<string, XmlNode['own']>;

function readScene(node: XmlNode, styles: Styles, lost: LostList): ForeignScene {
  const { own, children } = node;
  const found = { scene: own.name || node.name };
  const view: XmlNode['own'] = Object.assign({}, ...named(children, 'view').map((one) => one.own));
  lost.addUnread(own, READ.sceneAttributes, found);
  lost.addUnread(view, READ.view, found);
  for (const { name } of children) if (!has(READ.scene, name)) lost.add(name, found);
  if (own.onstart) lost.add('onstart', found);
  const doors: ForeignScene['doors'][number][] = [];
  const notes: ForeignScene['notes'][number][] = [];
  for (const spot of named(children, 'hotspot')) readHotspot(spot, styles, { doors, notes }, lost, found.scene);
  const [yaw, pitch] = [numberOf(view.hlookat) ?? 0, -(numberOf(view.vlookat) ?? 0) + 0];
  return {
    key: nameIn(node),
    name: plainText(own.title ?? '') || found.scene,
    picture: pictureOf(found.scene, imageOf(children, lost, found.scene), lost),
    heading: numberOf(own.heading),
    start: { yaw, pitch, fov: fieldOfView(view) },
    doors,
    notes,
  };
}

interface Spots {
  readonly doors: ForeignScene['doors'][number][];
  readonly notes: ForeignScene['notes'][number][];
}

function readHotspot(spot: XmlNode, styles: Styles, { doors, notes }: Spots, lost: LostList, scene: string): void {
  const inherited = (spot.own.style ?? '').split('|').map((style) => styles.get(style.trim().toLowerCase()) ?? {});
  const all: XmlNode['own'] = Object.assign({}, ...inherited, spot.own);
  const found = { scene, of: { kind: 'hotspot', name: spot.own.name ?? '' } };
  const to = all.linkedscene || LOADS.exec(all.onclick ?? '')?.[1];
  const texts = [all.tooltip, all.caption, all.text, all.html, spot.text].map((text) => readHtml(inTags(text ?? '')));
  const [title = '', ...more] = [...new Set(texts.map(({ text }) => text))].filter((text) => text !== '');
  const url = OPENS.exec(all.onclick ?? '')?.[1] ?? '';
  const gaze = gazeOf(all) ?? middleOf(named(spot.children, 'point'));
  const isHidden = all.visible?.toLowerCase() === 'false' || all.enabled?.toLowerCase() === 'false';
  if (isHidden || gaze === undefined || !(to || title || url)) {
    const why = isHidden
      ? told`is hidden`
      : gaze === undefined
        ? told`has no place`
        : told`neither leads to a scene nor has a text`;
    lost.add(told`everything (it ${why})`, found);
    return;
  }
  lost.addUnread(spot.own, READ.hotspotAttributes, found);
  for (const { name } of spot.children) if (!has(READ.hotspot, name)) lost.add(name, found);
  for (const one of new Set(texts.flatMap((text) => text.lost))) lost.add(told`${one} in the text`, found);
  if (all.onclick && !to && url === '') lost.add('onclick', found);
  if (to) {
    doors.push({ to: to.toLowerCase(), spot: gaze });
    return;
  }
  const address = url || (texts.find((text) => text.url !== '')?.url ?? '');
  notes.push({ spot: gaze, title: title.split('\n')[0] || address, text: more.join('\n') || title, url: address });
}

/** The middle of an area that has corners. */
function middleOf(points: readonly XmlNode[]) {
  const corners = points.flatMap(({ own }) => gazeOf(own) ?? []).map(towards);
  const at = (axis: number) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0);
  return corners.length === 0 ? undefined : gazeTowards([at(0), at(1), at(2)]);
}

const LOADS = /(?:^|\W)(?:skin_|main)?loadscene\(\s*['"]?([^,'"()\s]+)['"]?\s*[,)]/i;
const OPENS = /\bopenurl\(\s*['"]?(https?:[^,'")\s]+)/i;

/** Texts may have their tags in square brackets. */
const inTags = (text: string): string => text.replaceAll(/\[(\/?[a-z][^\][]*)\]/gi, '<$1>');

/** Kinds of fields of view; the usual one is across, on screens that are wider than 4:3 as if they were not. */
function fieldOfView({ fov, fovtype = 'MFOV' }: XmlNode['own']): number | undefined {
  const degrees = numberOf(fov);
  if (!isFieldOfView(degrees)) return undefined;
  const kinds: Readonly<Record<string, () => number>> = {
    VFOV: () => degrees,
    HFOV: () => verticalOf(degrees),
    MFOV: () => scaled(degrees, 3 / 4),
    DFOV: () => scaled(degrees, 9 / Math.hypot(16, 9)),
  };
  return kinds[fovtype.toUpperCase()]?.();
}

/**
 * Of several images the last that counts always. Conditions are scripts, which are not run: where all have one, it is the
 * image whose condition is known to hold in a usual browser, else the one with the most pixels that it tells of.
 */
function imageOf(children: readonly XmlNode[], lost: LostList, scene: string): XmlNode {
  const images = named(children, 'image');
  const always = images.filter(({ own }) => !own.if && !own.devices);
  const image = always.at(-1) ?? images.toReversed().toSorted((a, b) => rankOf(b) - rankOf(a))[0];
  if (image === undefined) throw new ForeignRefusal(told`its scene ${scene} has no image`);
  if (images.length > 1) lost.add(told`an image for other devices`, { scene });
  return image;
}

/** What the templates of krpano and Panotour ask before they show the image for ordinary browsers. */
const HOLDS = /^(!webvr\.isenabled|!androidstock\|webgl)$/i;

function rankOf(image: XmlNode): number {
  const conditions = [image.own.if, image.own.devices].filter(Boolean);
  if (conditions.every((condition) => HOLDS.test(condition?.trim() ?? ''))) return Number.MAX_SAFE_INTEGER;
  const levels = named(image.children, 'level');
  const cubes = [image, ...levels].flatMap(({ children }) => named(children, 'cube'));
  const edges = cubes.flatMap(({ own }) =>
    (own.multires ?? '')
      .split(',')
      .slice(1)
      .map((edge) => Number.parseFloat(edge)),
  );
  return Math.max(image.own.multires ? 1 : 0, ...levels.map(widthOf), ...edges.filter(Number.isFinite));
}

function pictureOf(scene: string, image: XmlNode, lost: LostList): ForeignPicture {
  lost.addUnread(image.own, READ.imageAttributes, { scene });
  for (const { name } of image.children) if (!has(READ.image, name) && isRead(image)) lost.add(name, { scene });
  // Of several resolutions, each a level, the widest.
  const [level = image] = named(image.children, 'level').toSorted((a, b) => widthOf(b) - widthOf(a));
  const cube = named(level.children, 'cube')[0];
  if (cube !== undefined) return cubeOfUrl(scene, cube, level, image);
  const sphere = named(level.children, 'sphere')[0];
  if (sphere !== undefined) return sphereOf(scene, sphere, image);
  const single = byFace((face) => named(level.children, face)[0]?.own);
  if (faces.every((face) => single[face]?.url)) {
    if (faces.some((face) => Number(single[face]?.rotate ?? 0) !== 0 || single[face]?.flip))
      throw new ForeignRefusal(told`faces of its scene ${scene} are turned or mirrored: turn the pictures themselves`);
    return cubeOf((face) => {
      const url = inFolder(single[face]?.url ?? '');
      if (!TILED.test(url)) return wholeFace(fileOf(url, scene));
      const tile = numberOf(image.own.tilesize) ?? 0;
      return squareTiles(scene, widthOf(level), tile, (x, y) => fileOf(tileOf(url, image, x, y), scene));
    });
  }
  const kinds = level.children.map(({ name }) => name).join(', ') || 'nothing';
  throw new ForeignRefusal(told`the image of its scene ${scene} is ${kinds}, and neither a cube nor a sphere`);
}

/** Whether there is a picture in it that is read. */
const isRead = ({ children }: XmlNode): boolean => children.some(({ name }) => has(READ.image, name));
const has = (names: readonly string[], name: string): boolean => names.includes(name);

const widthOf = (level: XmlNode): number => numberOf(level.own.tiledimagewidth) ?? 0;

function sphereOf(scene: string, { own }: XmlNode, image: XmlNode): ForeignPicture {
  if (own.multires || image.own.multires || /%0*[vhxyuij]/i.test(own.url ?? '')) {
    throw new ForeignRefusal(
      told`the sphere of its scene ${scene} is cut into tiles: export it as a cube, or as one picture`,
    );
  }
  const [across, down] = [numberOf(image.own.hfov) ?? 360, numberOf(image.own.vfov)];
  if ((numberOf(image.own.voffset) ?? 0) !== 0)
    throw new ForeignRefusal(told`the sphere of its scene ${scene} has a voffset: fill it up to 360° by 180°`);
  return {
    kind: 'sphere',
    file: fileOf(own.url ?? '', scene),
    // What it does not say is as its proportions are.
    standsAs: (seen) => ({
      full: partOfSphere(scene, seen, { across, down: down ?? downOf(across, seen), raised: 0 }),
    }),
  };
}

/** Stitched pictures are a pixel or two off. */
const downOf = (across: number, { width, height }: { readonly width: number; readonly height: number }): number => {
  const down = (across * height) / width;
  return Math.abs(down - 180) < 1 ? 180 : down;
};

function cubeOfUrl(scene: string, cube: XmlNode, level: XmlNode, image: XmlNode): ForeignPicture {
  const whole = inFolder(cube.own.url ?? '');
  const url = image.own.stereo?.toLowerCase() === 'true' ? oneEye(whole, image) : whole;
  if (!TILED.test(url.replaceAll(/%0*[sl]/gi, ''))) {
    if (!/%s/i.test(url))
      throw new ForeignRefusal(told`the cube of its scene ${scene} is one picture, which is not six: cut it`);
    return cubeOf((face) => wholeFace(fileOf(url.replaceAll(/%s/gi, letterOf(image, face)), scene)));
  }
  const [size, ...edges] = (cube.own.multires ?? '').split(',').map((one) => Number.parseFloat(one));
  const tile = size || numberOf(image.own.tilesize) || 0;
  const edge = edges.length === 0 ? widthOf(level) : Math.max(...edges);
  const step = edges.indexOf(edge) + 1;
  return cubeOf((face) =>
    squareTiles(scene, edge, tile, (x, y) =>
      fileOf(
        tileOf(
          url
            .replaceAll(/%s/gi, () => letterOf(image, face))
            .replaceAll(/%(0*)l/gi, (_, zeros: string) => padded(step, zeros)),
          image,
          x,
          y,
        ),
        scene,
      ),
    ),
  );
}

/** Addresses of tiles name the row or the column. */
const TILED = /%0*[vyjhxui]/i;

/** The address of the tile in a column and a row, both counted from 0. */
function tileOf(url: string, image: XmlNode, column: number, row: number): string {
  const base = numberOf(image.own.baseindex) ?? 1;
  return url
    .replaceAll(/%(0*)[vyj]/gi, (_, zeros: string) => padded(row + base, zeros))
    .replaceAll(/%(0*)[hxui]/gi, (_, zeros: string) => padded(column + base, zeros));
}

/** The picture of the left eye, of two. */
const oneEye = (url: string, image: XmlNode): string =>
  url.replaceAll(/%0*t/gi, (image.own.stereolabels ?? '1|2').split('|')[0] ?? '');

/** `%0v` has at least two digits, `%00v` three. */
const padded = (number: number, zeros: string): string => String(number).padStart(zeros.length + 1, '0');

/** The order in which `cubelabels` names the faces. */
const ORDER: readonly Face[] = ['left', 'front', 'right', 'back', 'up', 'down'];

function letterOf(image: XmlNode, face: Face): string {
  const labels = (image.own.cubelabels ?? '').split('|');
  return labels[ORDER.indexOf(face)] || FACE_LETTERS[face];
}

/** Addresses start at the folder of the file itself, where the viewer and its page lie as well. */
const inFolder = (url: string): string =>
  url.replace(/^%(CURRENTXML|FIRSTXML|SWFPATH|VIEWERPATH|HTMLPATH|BASEDIR)%\/?/i, '');

/** @throws {ForeignRefusal} For addresses that only a run of the tour tells. */
function fileOf(url: string, scene: string): string {
  const file = inFolder(url);
  if (!/^(get|calc|if)\(|%\$|%[a-z]{3,}%/i.test(file)) return file;
  throw new ForeignRefusal(
    told`the picture of its scene ${scene}, ${url}, is told by a script: write the name of the file`,
  );
}
