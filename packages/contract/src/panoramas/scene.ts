import type { Quaternion } from './turns.ts';

/** A direction in a panorama: degrees to the right of its middle, and above the horizon. */
export interface Gaze {
  readonly yaw: number;
  readonly pitch: number;
}

/** What somebody sees first. */
export interface View extends Gaze {
  /** Vertical field of view, in degrees. */
  readonly fov?: number | undefined;
}

/** Something to be read at a spot of a panorama. */
export interface Note extends Gaze {
  readonly title: string;
  readonly text: string;
  /** Address that it leads to; empty for none. */
  readonly url: string;
}

export type Place = readonly [x: number, y: number, z: number];

/** A viewpoint-to-be, wherever it was read from. */
export interface PlannedScene {
  /** As messages call it. */
  readonly label: string;
  readonly name: string;
  /** Where one stands: x to the east, y up, z to the south, in metres. */
  readonly place?: Place | undefined;
  /** Where the middle of the picture looks, in degrees clockwise from the north (−z). */
  readonly heading?: number | undefined;
  /** How the picture stands in the level frame that heading, views and notes are told in; undefined for level. */
  readonly turned?: Quaternion | undefined;
  /** Counted from 0. */
  readonly floor: number;
  /** Indexes of the linked scenes, if the source has links. */
  readonly links?: readonly number[] | undefined;
  readonly start?: View | undefined;
  readonly notes?: readonly Note[];
}
