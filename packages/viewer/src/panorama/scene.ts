import type { Direction } from '../geometry/direction.ts';
import type { Quaternion, Vector } from '../geometry/vector.ts';
import type { Faces } from '../tour/tour.ts';
import type { Look } from './open-sphere.ts';

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
  /** One picture with all six sides in small, which shows until the sides are there; undefined for none. */
  readonly preview?: string | undefined;
}

/** Where one looks, and how far in; `fov` is vertical, in degrees. */
export interface Pose {
  readonly yaw: number;
  readonly pitch: number;
  readonly fov: number;
}

/** What came of a scene's pictures: all that the tour names, some of them, or none: an empty room stands in for them. */
export type Arrival = 'pictures' | 'partly' | 'drawn';

/** The pictures of a viewer, while a headset has them. */
export interface Lent {
  readonly canvas: HTMLCanvasElement;
  readonly gl: WebGL2RenderingContext;
  /** Draws them into the framebuffer and the viewport that are bound. */
  draw(look: Look, nowMs: number): void;
  /** The current direction of view, from which the viewer continues. */
  turn(to: Direction): void;
  giveBack(): void;
}

/** The one viewer of a page. */
export interface PanoramaViewer {
  /**
   * Shows a scene; heading and zoom stay. What is in view loads first.
   * @param onSeen Told once what is in view shows; the other sides may still be on their way.
   * @returns What came of its pictures, or 'overtaken' when another call came in between.
   */
  show(scene: Scene, onSeen?: () => void): Promise<Arrival | 'overtaken'>;
  pose(): Pose;
  /** In CSS pixels. */
  size(): { readonly width: number; readonly height: number };
  turn(to: Partial<Pose>, isStill: boolean): void;
  /** Takes the size of its container again, after that was hidden. */
  resize(): void;
  /** Lends its pictures to a headset. Until they are given back it rests, and turns only as the headset says. */
  lend(): Lent;
  destroy(): void;
}
