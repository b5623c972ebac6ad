import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gaze, Quaternion } from '@openhouse/contract/panoramas';
import type { TourOnDisk } from '@openhouse/server';
import { type Told, told } from '../told.ts';
import { escapedHtml } from './escaped-html.ts';
import { pitchedAndRolled } from './lean-of.ts';
import { addressOf, writePictures } from './scene-files.ts';
import { type ShownScene, shownScenes } from './shown-scenes.ts';

/** Writes `tour.json`, the nodes of Photo Sphere Viewer 5 for its virtual tour, and the pictures that they name. */
export async function writePhotoSphereViewer(tour: TourOnDisk, directory: string): Promise<readonly Told[]> {
  const { scenes, lost } = shownScenes(tour);
  // A node that says nothing keeps the correction of the one before it.
  const isLeaning = scenes.some(({ turned }) => Object.values(correctionOf(turned)).some((angle) => angle !== '0deg'));
  const nodes = scenes.map((scene) => ({
    ...nodeOf(scene),
    ...(isLeaning && { sphereCorrection: correctionOf(scene.turned) }),
  }));
  const json = { startNodeId: scenes[0]?.key, nodes };
  await writeFile(join(directory, 'tour.json'), `${JSON.stringify(json, null, 1)}\n`);
  const start = scenes[0]?.isStartSet ? [told`where the tour starts to look, which is no part of a node`] : [];
  if (scenes.slice(1).some(({ isStartSet }) => isStartSet))
    start.push(told`where other viewpoints start to look, which is no part of a node`);
  return writePictures(tour, scenes, directory, [...lost, told`where the north is`, ...start]);
}

const nodeOf = ({ key, name, files, doors, notes }: ShownScene) => ({
  id: key,
  // The virtual tour takes it for HTML too, in what it shows at a link.
  name: escapedHtml(name || key),
  panorama: {
    type: 'separate',
    paths: {
      left: addressOf(files.left),
      front: addressOf(files.front),
      right: addressOf(files.right),
      back: addressOf(files.back),
      top: addressOf(files.up),
      bottom: addressOf(files.down),
    },
    flipTopBottom: true,
  },
  links: doors.map(({ to, ...gaze }) => ({ nodeId: to, position: positionOf(gaze) })),
  markers: notes.map(({ title, text, url, ...gaze }, index) => ({
    id: `${key}-${index}`,
    position: positionOf(gaze),
    html: DOT,
    anchor: 'center center',
    tooltip: escapedHtml(title),
    content: [
      ...(text === title || text === '' ? [] : [`<p>${escapedHtml(text).replaceAll('\n', '<br>')}</p>`]),
      ...(url === '' ? [] : [`<p><a href="${escapedHtml(url)}">${escapedHtml(url)}</a></p>`]),
    ].join(''),
  })),
});

/** Tilts downwards, and rolls to the right. */
function correctionOf(turned: Quaternion) {
  const { pitch, roll } = pitchedAndRolled(turned);
  return { pan: '0deg', tilt: `${-pitch}deg`, roll: `${roll}deg` };
}

/** What a marker shows: a picture would have to come along. */
const DOT =
  '<span style="display:block;width:16px;height:16px;border-radius:50%;background:#b4512a;border:3px solid #fff"></span>';

const positionOf = ({ yaw, pitch }: Gaze) => ({ yaw: `${yaw}deg`, pitch: `${pitch}deg` });
