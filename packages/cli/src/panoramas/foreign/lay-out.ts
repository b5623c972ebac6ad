import type { Place } from '@openhouse/contract/panoramas';
import { distance } from '@openhouse/contract/panoramas';
import type { ForeignScene } from './foreign-tour.ts';

/** Metres from a viewpoint to the one that a door leads to: nobody says how far it is. */
const STEP_M = 3;
/** Viewpoints are at least so far apart. */
const APART_M = 1.5;
const RADIANS = Math.PI / 180;

export interface LaidOut {
  readonly place: Place;
  readonly heading: number;
}

/**
 * Gives places to scenes of which only doors are known: from the first one, each door leads some steps in its direction.
 * A scene that does not say where its north is turns so that its own door back leads back. Doors between scenes that are
 * placed already keep what they lead to; their direction is then that of the places.
 */
export function layOut(scenes: readonly ForeignScene[]): readonly LaidOut[] {
  const indexes = new Map(scenes.map(({ key }, index) => [key, index]));
  const laid: LaidOut[] = [];
  const placed = () => laid.filter((one) => one !== undefined);
  for (const [root, { heading = 0 }] of scenes.entries()) {
    if (laid[root] !== undefined) continue;
    laid[root] = { place: freePlace([0, 0, 0], heading + 90, placed(), 0), heading };
    const queue = [root];
    for (const at of queue) {
      const { place, heading: own } = laid[at] as LaidOut;
      for (const { to, yaw } of scenes[at]?.doors ?? []) {
        const next = indexes.get(to);
        const scene = scenes[next ?? -1];
        if (next === undefined || scene === undefined || laid[next] !== undefined) continue;
        const bearing = own + yaw;
        const back = scene.doors.find((door) => door.to === scenes[at]?.key);
        const turned = back === undefined ? own : bearing + 180 - back.yaw;
        laid[next] = { place: freePlace(place, bearing, placed(), STEP_M), heading: scene.heading ?? turned % 360 };
        queue.push(next);
      }
    }
  }
  return laid;
}

/** The nearest place in a direction where nobody stands. */
function freePlace([x, y, z]: Place, bearing: number, others: readonly LaidOut[], from: number): Place {
  for (let away = from; ; away += STEP_M) {
    const place: Place = [
      rounded(x + away * Math.sin(bearing * RADIANS)),
      y,
      rounded(z - away * Math.cos(bearing * RADIANS)),
    ];
    if (others.every((other) => distance(other.place, place) >= APART_M)) return place;
  }
}

const rounded = (metres: number) => Math.round(metres * 1000) / 1000 + 0;
