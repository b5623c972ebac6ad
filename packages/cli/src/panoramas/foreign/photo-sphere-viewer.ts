import type { Face, GeoPosition, PictureFacts, Quaternion, SphereSize } from '@openhouse/contract/panoramas';
import {
  type Gaze,
  gazeTowards,
  leaning,
  localPlaces,
  towards,
  turnAround,
  turns,
} from '@openhouse/contract/panoramas';
import { told } from '../../told.ts';
import {
  cubeOf,
  type ForeignPicture,
  type ForeignPixel,
  ForeignRefusal,
  type ForeignScene,
  type ForeignSpot,
  type ForeignTour,
  keyOf,
  type Loose,
  looseOf,
  loosesOf,
  numberOf,
  partOfSphere,
  startingWith,
  textOf,
  wholeFace,
} from './foreign-tour.ts';
import { LostList } from './lost-list.ts';
import { plainText, readHtml } from './plain-text.ts';

/** Whether a JSON file holds the nodes of Photo Sphere Viewer's virtual tour: a list, or an object with them. */
export const isPhotoSphereViewer = (file: unknown): boolean =>
  nodesOf(file).some((node) => node.panorama !== undefined);

const nodesOf = (file: unknown): readonly Loose[] => loosesOf(Array.isArray(file) ? file : looseOf(file).nodes);

/** Fields that are read, and those that say only how a page loads a tour. */
const READ = ['nodes', 'startNodeId', 'positionMode', 'dataMode', 'preload'];
const READ_OF_NODE = [
  ...['id', 'name', 'panorama', 'panoData', 'sphereCorrection', 'links', 'gps', 'markers'],
  ...['thumbnail', 'showInGallery'],
];
const READ_OF_LINK = ['nodeId', 'position', 'gps', 'yaw', 'pitch', 'longitude', 'latitude', 'x', 'y', 'name'];
const READ_OF_MARKER = ['id', 'position', 'gps', 'tooltip', 'content', 'html', 'listContent', 'visible'];

/**
 * The nodes of Photo Sphere Viewer's virtual tour (version 5): panoramas that are one picture or a cube, links and markers.
 * @throws {ForeignRefusal}
 */
export function readPhotoSphereViewer(file: unknown): ForeignTour {
  const lost = new LostList();
  const tour = looseOf(file);
  const nodes = nodesOf(file);
  const keys = new Set<string>();
  for (const { id } of nodes) {
    const key = keyOf(id);
    if (keys.has(key)) throw new ForeignRefusal(told`two of its nodes have the id ${JSON.stringify(key)}: rename one`);
    keys.add(key);
  }
  // Without a mode that is named, links without positions say it.
  const isPlaced = nodes.some(({ links }) => loosesOf(links).some((link) => spotOf(link) !== undefined));
  const isByGps = (tour.positionMode ?? (isPlaced ? 'manual' : 'gps')) === 'gps';
  const scenes = nodes.map((node) => readNode(node, isByGps, lost));
  lost.addUnread(tour, READ);
  return { scenes: startingWith(scenes, keyOf(tour.startNodeId)), lost: lost.lines() };
}

function readNode(node: Loose, isByGps: boolean, lost: LostList): ForeignScene {
  const key = keyOf(node.id);
  lost.addUnread(node, isByGps ? READ_OF_NODE : READ_OF_NODE.filter((field) => field !== 'gps'), { scene: key });
  const position = geoOf(node.gps);
  const doors = loosesOf(node.links).map((link) => {
    const to = keyOf(link.nodeId);
    lost.addUnread(link, READ_OF_LINK, { scene: key, of: { kind: 'link', name: told`to ${to}#link` } });
    return { to, spot: isByGps ? undefined : spotOf(link) };
  });
  return {
    key,
    name: plainText(textOf(node.name)) || key,
    picture: pictureOf(key, node),
    // By positions, yaw counts from the north.
    heading: isByGps && position !== undefined ? 0 : undefined,
    turned: correctionOf(node.sphereCorrection),
    position: isByGps ? position : undefined,
    doors,
    notes: loosesOf(node.markers).flatMap(
      (marker) => noteOf(key, marker, isByGps ? { position } : undefined, lost) ?? [],
    ),
  };
}

/** @param byGps Where the node is; undefined where positions on the earth do not count. */
function noteOf(
  key: string,
  marker: Loose,
  byGps: { readonly position: GeoPosition | undefined } | undefined,
  lost: LostList,
): ForeignScene['notes'][number] | undefined {
  const tooltip = textOf(marker.tooltip) || textOf(looseOf(marker.tooltip).content) || textOf(marker.listContent);
  const [head, body] = [readHtml(tooltip), readHtml(textOf(marker.content) || textOf(marker.html))];
  const found = { scene: key, of: { kind: 'marker', name: keyOf(marker.id) } };
  const title = head.text || (body.text.split('\n')[0] ?? '');
  // A position on the earth goes before one in the picture.
  const there = geoOf(marker.gps);
  const byGaze = byGps?.position && there && gazeFrom(byGps.position, there);
  const spot = byGaze ?? spotOf(marker) ?? middleOf(marker);
  if (marker.visible === false || spot === undefined || title === '') {
    const unplaced =
      there === undefined ? told`has no position` : told`has only gps, and its node has none that counts`;
    const why = marker.visible === false ? told`is hidden` : spot === undefined ? unplaced : told`has no text`;
    lost.add(told`everything (it ${why})`, found);
    return undefined;
  }
  lost.addUnread(marker, byGaze ? READ_OF_MARKER : READ_OF_MARKER.filter((field) => field !== 'gps'), found);
  for (const one of [...head.lost, ...body.lost]) lost.add(told`${one} in the text`, found);
  return { spot, title, text: body.text, url: body.url || head.url };
}

/** Files of a cube that come as a list, and faces of one picture that has them side by side. */
const ORDER = ['left', 'front', 'right', 'back', 'top', 'bottom'];
/** Column and row of each face in a net of four by three. */
const NET = { left: [0, 1], front: [1, 1], right: [2, 1], back: [3, 1], top: [1, 0], bottom: [1, 2] } as const;
const SIDES = { front: 'front', right: 'right', back: 'back', left: 'left', up: 'top', down: 'bottom' } as const;

function pictureOf(key: string, { panorama, panoData }: Loose): ForeignPicture {
  const own = looseOf(panorama);
  const file = textOf(panorama) || textOf(own.path);
  if (file !== '' && own.type === undefined) return sphereOf(key, file, looseOf(own.data ?? panoData));
  if (file !== '' && (own.type === 'stripe' || own.type === 'net')) return cubeInOne(key, file, own);
  const paths = own.type === undefined ? panorama : own.paths;
  const files = Array.isArray(paths) ? Object.fromEntries(paths.map((one, at) => [ORDER[at], one])) : looseOf(paths);
  // A face may be null, but it has to be there.
  if (Object.values(SIDES).some((side) => files[side] === undefined)) {
    throw new ForeignRefusal(told`the panorama of its node ${key} is neither one picture nor six`);
  }
  // Unless it says so, the upper and the lower picture lie with their backs to the front.
  const isUpsideDown = (face: Face) => (face === 'up' || face === 'down') && own.flipTopBottom !== true;
  return cubeOf((face) => wholeFace(textOf(files[SIDES[face]]), isUpsideDown(face)));
}

/** One picture of all faces. */
function cubeInOne(key: string, file: string, { type, order, flipTopBottom }: Loose): ForeignPicture {
  const isNet = type === 'net';
  const names: readonly unknown[] = Array.isArray(order) ? order : ORDER;
  if (!isNet && Object.values(SIDES).some((side) => !names.includes(side))) {
    throw new ForeignRefusal(told`the order of the faces of its node ${key} does not have each of ${ORDER.join(', ')}`);
  }
  return cubeOf((face) => {
    const side = SIDES[face];
    const [column, row] = isNet ? NET[side] : [names.indexOf(side), 0];
    const cell = isNet ? { columns: 4, rows: 3, column, row } : { columns: 6, rows: 1, column, row };
    const isUpsideDown = (face === 'up' || face === 'down') && !isNet && flipTopBottom !== true;
    return [{ file, left: 0, top: 0, isUpsideDown, cell }];
  });
}

function sphereOf(key: string, file: string, data: Loose): ForeignPicture {
  return {
    kind: 'sphere',
    file,
    standsAs: ({ width, height, facts }) => {
      const [heading, pitch, roll] = ['poseHeading', 'posePitch', 'poseRoll'].map((field) => numberOf(data[field]));
      const lean = leaning({ pitch: pitch ?? facts.lean?.pitch ?? 0, roll: roll ?? facts.lean?.roll ?? 0 });
      // Yaw counts from the north, where the picture says where it is.
      const pose = heading ?? facts.poseHeading;
      const turned = turns(turnAround('y', -(pose ?? 0)), lean);
      return { full: partOf(key, { width, height }, data, facts), turned, heading: pose === undefined ? undefined : 0 };
    },
  };
}

/** The part that the node says, else the picture; what both leave open is in the middle of a sphere that is as small as can be. */
function partOf(
  key: string,
  size: { readonly width: number; readonly height: number },
  data: Loose,
  { sphere }: PictureFacts,
): SphereSize {
  const told = {
    ...{ croppedWidth: sphere?.width, croppedHeight: sphere?.height, croppedX: sphere?.left, croppedY: sphere?.top },
    ...{ fullWidth: sphere?.fullWidth, fullHeight: sphere?.fullHeight },
  };
  const of = (field: keyof typeof told) => numberOf(data[field]) ?? told[field];
  const scale = size.width / (of('croppedWidth') || size.width);
  const [across, down] = [of('fullWidth'), of('fullHeight')];
  const least = Math.max(size.width, size.height * 2);
  const width = Math.round((across ?? (down === undefined ? least / scale : down * 2)) * scale);
  const full = { width, height: Math.round(width / 2) };
  if (full.width < size.width || full.height < size.height) {
    return partOfSphere(key, size, { across: 360, down: 180, raised: 0 });
  }
  const middle = { left: (full.width - size.width) / 2, top: (full.height - size.height) / 2 };
  const at = (told: number | undefined, usual: number, most: number) =>
    Math.round(Math.min(most, Math.max(0, told === undefined ? usual : told * scale)));
  return {
    ...full,
    left: at(of('croppedX'), middle.left, full.width - size.width),
    top: at(of('croppedY'), middle.top, full.height - size.height),
  };
}

/** Pans to the left, tilts downwards and rolls to the right. */
function correctionOf(correction: unknown): Quaternion | undefined {
  const { pan, tilt, roll } = looseOf(correction);
  const [left, down, right] = [angleOf(pan) ?? 0, angleOf(tilt) ?? 0, angleOf(roll) ?? 0];
  if (left === 0 && down === 0 && right === 0) return undefined;
  return turns(turnAround('y', left), leaning({ pitch: -down, roll: right }));
}

/** Angles are numbers or text in radians, or text in degrees. @returns Degrees. */
function angleOf(value: unknown): number | undefined {
  const [, number, unit] = /^(-?\d+(?:\.\d*)?(?:e[+-]?\d+)?)(degs?|rads?)?$/i.exec(String(value ?? '').trim()) ?? [];
  if (number === undefined) return undefined;
  return unit?.toLowerCase().startsWith('deg') ? Number(number) : (Number(number) * 180) / Math.PI;
}

/** Where a link or marker is; the names of version 4 are understood as well. */
function spotOf(placed: Loose): ForeignSpot | undefined {
  const position = Array.isArray(placed.position) ? undefined : looseOf(placed.position ?? placed);
  if (position === undefined) return undefined;
  const yaw = angleOf(position.yaw ?? position.longitude);
  if (yaw !== undefined) return { yaw, pitch: angleOf(position.pitch ?? position.latitude) ?? 0 };
  const [column, row] = [numberOf(position.textureX ?? position.x), numberOf(position.textureY ?? position.y)];
  if (column === undefined || row === undefined) return undefined;
  const [face] = Object.entries(SIDES).find(([, side]) => side === position.textureFace) ?? [];
  return { column, row, face: face as Face | undefined };
}

/** The middle of what has corners: a shape, or a picture that lies in the panorama. */
function middleOf({ position, polygon, polyline, polygonPixels, polylinePixels }: Loose): ForeignSpot | undefined {
  const pixels = outlineOf(polygonPixels ?? polylinePixels).map((point) =>
    spotOf(isPair(point) ? { x: point[0], y: point[1] } : looseOf(point)),
  );
  if (pixels.length > 0) return middlePixel(pixels);
  const corners = outlineOf([position, polygon, polyline].find((one) => Array.isArray(one))).map(
    (point): Gaze | undefined => {
      const { yaw, pitch } = isPair(point) ? { yaw: point[0], pitch: point[1] } : looseOf(point);
      const [across, above] = [angleOf(yaw), angleOf(pitch)];
      return across === undefined ? undefined : { yaw: across, pitch: above ?? 0 };
    },
  );
  const known = corners.filter((corner) => corner !== undefined).map(towards);
  if (known.length === 0 || known.length < corners.length) return undefined;
  const sum = [0, 1, 2].map((axis) => known.reduce((all, corner) => all + (corner[axis] ?? 0), 0));
  return gazeTowards([sum[0] ?? 0, sum[1] ?? 0, sum[2] ?? 0]);
}

/** An area with holes begins with its outline. */
function outlineOf(points: unknown): readonly unknown[] {
  if (!Array.isArray(points)) return [];
  const [outline] = points;
  return Array.isArray(outline) && !isPair(outline) ? outline : points;
}

function middlePixel(corners: readonly (ForeignSpot | undefined)[]): ForeignPixel | undefined {
  const pixels = corners.flatMap((corner) => (corner !== undefined && 'column' in corner ? [corner] : []));
  const mean = (of: (pixel: ForeignPixel) => number) =>
    pixels.reduce((sum, pixel) => sum + of(pixel), 0) / pixels.length;
  if (pixels.length < corners.length) return undefined;
  return { column: mean(({ column }) => column), row: mean(({ row }) => row), face: pixels[0]?.face };
}

/** Two angles. */
const isPair = (point: unknown): point is readonly [unknown, unknown] =>
  Array.isArray(point) && point.length === 2 && point.every((angle) => typeof angle !== 'object');

/** Where something at a position on the earth is seen from another one; yaw counts from the north. */
function gazeFrom(from: GeoPosition, to: GeoPosition): Gaze {
  const [, place = [0, 0, 0]] = localPlaces([from, to]);
  // At the place itself there is no direction: that is straight ahead, as the viewer has it.
  return place.every((metres) => metres === 0) ? { yaw: 0, pitch: 0 } : gazeTowards(place);
}

/** Longitude, latitude and metres. */
function geoOf(gps: unknown): GeoPosition | undefined {
  const [longitude, latitude, altitude] = Array.isArray(gps) ? gps.map(numberOf) : [];
  if (longitude === undefined || latitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 ? { longitude, latitude, altitude } : undefined;
}
