import { distance, type Gaze, type Place } from '@openhouse/contract/panoramas';

/** Metres from a viewpoint to the one that a door leads to: nobody says how far it is. */
const STEP_M = 3;
/** Viewpoints are at least so far apart. */
const APART_M = 1.5;
/** A door that is off by less is where it was, to somebody who looks at it. */
const BENT_DEG = 10;
const RADIANS = Math.PI / 180;

export interface LaidOut {
  readonly place: Place;
  readonly heading: number;
}

/** What is known of a scene. */
export interface ToLayOut {
  readonly key: string;
  readonly heading: number | undefined;
  readonly doors: readonly (Gaze & { readonly to: string })[];
}

/**
 * Gives places to scenes of which only doors are known: from the first one, each door leads some steps in its direction.
 * A scene that does not say where its north is turns so that its own door back leads back. Doors between scenes that are
 * placed already keep what they lead to; their direction is then that of the places.
 */
export function layOut(scenes: readonly ToLayOut[]): readonly LaidOut[] {
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

/** A door that leads elsewhere than it did, by so many degrees. */
export interface BentDoor {
  readonly from: string;
  readonly to: string;
  readonly degrees: number;
}

/** The doors whose direction the places do not keep, the worst one first. */
export function bentDoors(scenes: readonly ToLayOut[], laid: readonly LaidOut[]): readonly BentDoor[] {
  const bent = scenes.flatMap(({ key, doors }, index) => {
    const own = laid[index];
    return doors.flatMap(({ to, yaw }): BentDoor[] => {
      const other = laid[scenes.findIndex((scene) => scene.key === to)];
      if (own === undefined || other === undefined || other === own) return [];
      const [x, z] = [other.place[0] - own.place[0], other.place[2] - own.place[2]];
      const off = Math.atan2(x, -z) / RADIANS - own.heading - yaw;
      const degrees = Math.abs(((((off + 180) % 360) + 360) % 360) - 180);
      return degrees < BENT_DEG ? [] : [{ from: key, to, degrees: Math.round(degrees) }];
    });
  });
  return bent.sort((a, b) => b.degrees - a.degrees);
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
