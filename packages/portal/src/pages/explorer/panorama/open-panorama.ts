import '@photo-sphere-viewer/core/index.css';
import { Viewer } from '@photo-sphere-viewer/core';
import type { PanoramaViewer, Pose, Scene } from './scene.ts';
import { panoramaOf, TourAdapter } from './tour-adapter.ts';

/** Bounds of the vertical field of view, in degrees. */
const FOV_BOUNDS = { min: 30, max: 90 } as const;
/** How long one picture takes to fade into the next, and a turn to end, in milliseconds. */
const FADE_MS = 380;
const TURN_MS = 450;

interface Options {
  readonly container: HTMLElement;
  readonly start: Pose;
  /** True for people who want no motion. */
  readonly isStill: boolean;
  /** Told when the view turns, zooms or changes its size. */
  readonly onMove: () => void;
}

/**
 * Opens the panorama viewer. One is made a page and used for every viewpoint: making them anew leaks.
 * @throws Without WebGL; the library would draw a message of its own and never answer.
 */
export function openPanorama({ container, start, isStill, onMove }: Options): PanoramaViewer {
  if (document.createElement('canvas').getContext('webgl2') === null) throw new Error('This browser has no WebGL 2.');
  const viewer = new Viewer({
    container,
    adapter: TourAdapter,
    navbar: false,
    minFov: FOV_BOUNDS.min,
    maxFov: FOV_BOUNDS.max,
    defaultYaw: start.yaw,
    defaultPitch: start.pitch,
    defaultZoomLvl: zoomOf(start.fov),
    moveInertia: isStill ? false : 0.8,
    canvasBackground: 'transparent',
    keyboard: false,
  });
  for (const type of ['position-updated', 'zoom-updated', 'size-updated', 'ready'] as const) {
    viewer.addEventListener(type, onMove);
  }
  const set = (scene: Scene, faces: Scene['faces']) =>
    viewer.setPanorama(panoramaOf(scene, faces), {
      // An empty room is drawn in the world's axes.
      sphereCorrection: faces === undefined ? {} : scene.correction,
      transition: isStill ? false : { effect: 'fade', rotation: false, speed: FADE_MS },
      showLoader: false,
    });
  return {
    async show(scene) {
      try {
        if (scene.faces !== undefined) return (await set(scene, scene.faces)) ? 'pictures' : 'overtaken';
      } catch {
        // Told by the return value: what is missing is said beside the view.
      }
      viewer.hideError();
      return (await set(scene, undefined)) ? 'drawn' : 'overtaken';
    },
    pose: () => ({ ...viewer.getPosition(), fov: viewer.state.vFov }),
    size: () => viewer.getSize(),
    turn({ yaw, pitch, fov }, atOnce) {
      const at = viewer.getPosition();
      const to = { yaw: yaw ?? at.yaw, pitch: pitch ?? at.pitch };
      const zoom = fov === undefined ? viewer.getZoomLevel() : zoomOf(fov);
      if (isStill || atOnce) {
        viewer.rotate(to);
        viewer.zoom(zoom);
      } else {
        void viewer.animate({ ...to, zoom, speed: TURN_MS });
      }
    },
    resize: () => viewer.autoSize(),
    destroy: () => viewer.destroy(),
  };
}

/** The viewer's zoom level of a field of view: 0 at the widest, 100 at the narrowest. */
function zoomOf(fov: number): number {
  const { min, max } = FOV_BOUNDS;
  return Math.min(100, Math.max(0, ((max - fov) / (max - min)) * 100));
}
