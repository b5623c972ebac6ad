import type { Camera } from '../geometry/camera.ts';

/** Where a view's camera is now, and when it moves. Views move it many times a second, so it is no React state. */
export interface CameraSource {
  /** @returns undefined while the view has no size or no picture yet. */
  readonly now: () => Camera | undefined;
  /** @returns What ends the listening. */
  readonly listen: (onMove: () => void) => () => void;
}

/** A camera source that is moved by hand. */
export interface MovedCamera extends CameraSource {
  readonly move: (camera: Camera | undefined) => void;
}

export function movedCamera(): MovedCamera {
  const listeners = new Set<() => void>();
  let camera: Camera | undefined;
  return {
    now: () => camera,
    listen: (onMove) => {
      listeners.add(onMove);
      return () => listeners.delete(onMove);
    },
    move: (moved) => {
      camera = moved;
      for (const listener of listeners) listener();
    },
  };
}
