import type { Quaternion, Vector } from '../geometry/vector.ts';
import type { Faces } from '../tour/tour.ts';

/** What the panorama viewer shows at one viewpoint. */
export interface Scene {
  /** The camera. */
  readonly position: Vector;
  /** Metres above the world's origin. */
  readonly floorHeight: number;
  /** Turns directions in the pictures into those of the world. */
  readonly rotation: Quaternion;
  /** undefined draws an empty room. */
  readonly faces: Faces | undefined;
}

/** Where one looks, and how far in; `fov` is vertical, in degrees. */
export interface Pose {
  readonly yaw: number;
  readonly pitch: number;
  readonly fov: number;
}

/** The one viewer of a page. */
export interface PanoramaViewer {
  /**
   * Shows a scene; heading and zoom stay.
   * @returns Whether its pictures arrived ('pictures'), an empty room stands in for them ('drawn'), or another call
   *   came in between ('overtaken').
   */
  show(scene: Scene): Promise<'pictures' | 'drawn' | 'overtaken'>;
  pose(): Pose;
  /** In CSS pixels. */
  size(): { readonly width: number; readonly height: number };
  turn(to: Partial<Pose>, isStill: boolean): void;
  /** Takes the size of its container again, after that was hidden. */
  resize(): void;
  destroy(): void;
}
