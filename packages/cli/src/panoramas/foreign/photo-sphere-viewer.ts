import {
  cubeOf,
  type ForeignPicture,
  ForeignRefusal,
  type ForeignScene,
  type ForeignTour,
  type Loose,
  looseOf,
  loosesOf,
  plainText,
  startingWith,
  textOf,
} from './foreign-tour.ts';

/** Whether a JSON file holds the nodes of Photo Sphere Viewer's virtual tour: a list, or an object with them. */
export const isPhotoSphereViewer = (file: unknown): boolean =>
  nodesOf(file).some((node) => node.panorama !== undefined);

const nodesOf = (file: unknown): readonly Loose[] => loosesOf(Array.isArray(file) ? file : looseOf(file).nodes);

/**
 * The nodes of Photo Sphere Viewer's virtual tour (version 5): panoramas that are one picture or a cube, links and markers.
 * @throws {ForeignRefusal}
 */
export function readPhotoSphereViewer(file: unknown): ForeignTour {
  const lost: string[] = [];
  const scenes = nodesOf(file).map((node) => readNode(node, lost));
  return { scenes: startingWith(scenes, textOf(looseOf(file).startNodeId)), lost };
}

function readNode(node: Loose, lost: string[]): ForeignScene {
  const key = textOf(node.id);
  const markers = loosesOf(node.markers);
  const notes = markers.flatMap((marker) => {
    const gaze = gazeOf(marker.position);
    const tooltip = textOf(marker.tooltip) || textOf(looseOf(marker.tooltip).content);
    const [title, text] = [plainText(tooltip), plainText(textOf(marker.content) || textOf(marker.html))];
    if (gaze !== undefined && (title !== '' || text !== '')) return [{ ...gaze, title: title || text, text, url: '' }];
    lost.push(`${key}: the marker ${textOf(marker.id)}, which has no position or no text`);
    return [];
  });
  const doors = loosesOf(node.links).map((link) => ({
    ...(gazeOf(link.position) ?? gazeOf(link) ?? { yaw: 0, pitch: 0 }),
    to: textOf(link.nodeId),
  }));
  const others = ['sphereCorrection', 'map', 'plan', 'data'].filter((one) => node[one] !== undefined);
  if (others.length > 0) lost.push(`${key}: ${others.join(', ')}`);
  return {
    key,
    name: textOf(node.name) || key,
    picture: pictureOf(key, node.panorama),
    doors,
    notes,
  };
}

/** Files of a cube that come as a list. */
const ORDER = ['left', 'front', 'right', 'back', 'top', 'bottom'];
const SIDES = { front: 'front', right: 'right', back: 'back', left: 'left', up: 'top', down: 'bottom' } as const;

function pictureOf(key: string, panorama: unknown): ForeignPicture {
  if (typeof panorama === 'string') return { kind: 'sphere', file: panorama };
  const own = looseOf(panorama);
  const paths = own.type === undefined ? own : own.paths;
  const files = Array.isArray(paths) ? Object.fromEntries(paths.map((file, at) => [ORDER[at], file])) : looseOf(paths);
  if (Object.values(SIDES).some((side) => textOf(files[side]) === '')) {
    throw new ForeignRefusal(`the panorama of its node ${key} is neither one picture nor six`);
  }
  if (own.flipTopBottom !== true) {
    const remedy = 'turn these two pictures by 180° and say flipTopBottom';
    throw new ForeignRefusal(`top and bottom of its node ${key} do not touch the front as they lie: ${remedy}`);
  }
  return cubeOf((face) => [{ file: textOf(files[SIDES[face]]), left: 0, top: 0 }]);
}

/** Angles are numbers or text in radians, or text in degrees. @returns Degrees. */
function angleOf(value: unknown): number | undefined {
  const [, number, unit] = /^(-?\d+(?:\.\d+)?)\s*(deg|rad)?s?$/.exec(String(value ?? '').trim()) ?? [];
  if (number === undefined) return undefined;
  return unit === 'deg' ? Number(number) : (Number(number) * 180) / Math.PI;
}

function gazeOf(position: unknown) {
  const { yaw, pitch } = looseOf(position);
  const across = angleOf(yaw);
  return across === undefined ? undefined : { yaw: across, pitch: angleOf(pitch) ?? 0 };
}
