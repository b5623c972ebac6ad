import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Face, View } from '@openhouse/contract/panoramas';
import type { TourOnDisk } from '@openhouse/server';
import { horizontalOf } from '../panoramas/field-of-view.ts';
import type { Told } from '../told.ts';
import { rolledAndPitched } from './lean-of.ts';
import { addressOf, writePictures } from './scene-files.ts';
import { type ShownScene, shownScenes } from './shown-scenes.ts';

/** The order of `cubeMap`. */
const ORDER: readonly Face[] = ['front', 'right', 'back', 'left', 'up', 'down'];

/** Writes `tour.json`, a configuration of Pannellum 2.5, and the pictures that it names. */
export async function writePannellum(tour: TourOnDisk, directory: string): Promise<readonly Told[]> {
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

/** From −180 to 180, without. */
const wrapped = (degrees: number) => {
  const turn = Math.round((((degrees % 360) + 540) % 360) * 1e4) / 1e4 - 180;
  return Math.round((turn === -180 ? 180 : turn) * 1e4) / 1e4;
};

/** Pannellum counts the field of view across. */
const viewOf = ({ yaw, pitch, fov }: View) => ({ yaw, pitch, ...(fov !== undefined && { hfov: horizontalOf(fov) }) });

function sceneOf(scene: ShownScene, scenes: readonly ShownScene[]) {
  const { name, files, turned, doors, notes, start } = scene;
  const lean = rolledAndPitched(turned);
  // Where a picture leans both ways, the level frame of Pannellum looks elsewhere than the picture.
  const yawOf = (yaw: number) => wrapped(yaw - lean.heading);
  const nameOf = (key: string) => scenes.find((scene) => scene.key === key)?.name ?? '';
  return {
    ...(name !== '' && { title: name }),
    type: 'cubemap',
    cubeMap: ORDER.map((face) => addressOf(files[face])),
    northOffset: wrapped(scene.heading + lean.heading),
    ...((lean.pitch !== 0 || lean.roll !== 0) && { horizonPitch: lean.pitch, horizonRoll: lean.roll }),
    ...(start && viewOf({ ...start, yaw: yawOf(start.yaw) })),
    hotSpots: [
      ...doors.map(({ to, yaw, pitch }) => ({
        ...{ type: 'scene', yaw: yawOf(yaw), pitch, sceneId: to },
        ...(nameOf(to) !== '' && { text: nameOf(to) }),
        // One goes on looking where one looked.
        targetYaw: 'sameAzimuth',
        targetPitch: 'same',
      })),
      ...notes.map(({ title, text, url, yaw, pitch }) => ({
        ...{
          type: 'info',
          yaw: yawOf(yaw),
          pitch,
          text: text.startsWith(title) ? text : `${title}\n${text}`.trimEnd(),
        },
        ...(url !== '' && { URL: url }),
      })),
    ],
  };
}
