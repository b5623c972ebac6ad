import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Face } from '@openhouse/contract/panoramas';
import type { TourOnDisk } from '@openhouse/server';
import { addressOf, writePictures } from './scene-files.ts';
import { type ShownScene, shownScenes } from './shown-scenes.ts';

/** The order of `cubeMap`. */
const ORDER: readonly Face[] = ['front', 'right', 'back', 'left', 'up', 'down'];

/** Writes `tour.json`, a configuration of Pannellum 2.5, and the pictures that it names. */
export async function writePannellum(tour: TourOnDisk, directory: string): Promise<readonly string[]> {
  const { scenes, lost } = shownScenes(tour);
  const config = {
    // Otherwise Pannellum takes texts for HTML.
    escapeHTML: true,
    default: { firstScene: scenes[0]?.key, sceneFadeDuration: FADE_MS, autoLoad: true },
    scenes: Object.fromEntries(scenes.map((scene) => [scene.key, sceneOf(scene, scenes)])),
  };
  await writeFile(join(directory, 'tour.json'), `${JSON.stringify(config, null, 1)}\n`);
  return writePictures(tour, scenes, directory, lost);
}

/** Milliseconds from one panorama to the next. */
const FADE_MS = 500;

function sceneOf({ name, files, heading, doors, notes, start }: ShownScene, scenes: readonly ShownScene[]) {
  const nameOf = (key: string) => scenes.find((scene) => scene.key === key)?.name ?? '';
  return {
    ...(name !== '' && { title: name }),
    type: 'cubemap',
    cubeMap: ORDER.map((face) => addressOf(files[face])),
    northOffset: heading,
    ...start,
    hotSpots: [
      ...doors.map(({ to, yaw, pitch }) => ({
        ...{ type: 'scene', yaw, pitch, sceneId: to },
        ...(nameOf(to) !== '' && { text: nameOf(to) }),
        // One goes on looking where one looked.
        targetYaw: 'sameAzimuth',
        targetPitch: 'same',
      })),
      ...notes.map(({ title, text, url, yaw, pitch }) => ({
        ...{ type: 'info', yaw, pitch, text: text.startsWith(title) ? text : `${title}\n${text}`.trimEnd() },
        ...(url !== '' && { URL: url }),
      })),
    ],
  };
}
