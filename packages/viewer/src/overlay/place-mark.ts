import type { Camera, PicturePoint } from '../geometry/camera.ts';
import { distance, type Vector } from '../geometry/vector.ts';
import type { Mark } from './marks.ts';

/** Metres across of the ring that lies on the floor where one can walk to. */
export const RING_M = 0.5;
/** Bounds of a ring's width on the screen, in pixels: it can be pressed far away and hides nothing near by. */
const RING_PX = { min: 26, max: 120 } as const;
/** A ring never looks flatter than this. */
const FLATTEST = 0.22;

/** Nearer marks lie above those further away, in steps of a decimetre, and all below the controls of the view. */
const LAYERS = 500;

/** Puts the element of a mark where its place shows now. */
export function placeMark({ style }: HTMLElement, camera: Camera, mark: Mark, { x, y, depth }: PicturePoint): void {
  style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
  style.zIndex = String(
    Math.max(1, LAYERS - Math.min(LAYERS - 1, Math.round(depth * 10))) + (mark.isSelected || mark.isHere ? LAYERS : 0),
  );
  if (mark.kind !== 'viewpoint') return;
  const across = (RING_M * camera.height) / 2 / camera.tangent / depth;
  const size = Math.min(RING_PX.max, Math.max(RING_PX.min, across));
  style.setProperty('--ring', `${size.toFixed(1)}px`);
  style.setProperty('--flat', flatnessOf(camera.position, mark.place).toFixed(3));
}

/** @returns The height of a ring as a share of its width, as the eye sees it. */
export function flatnessOf(eye: Vector, place: Vector): number {
  const below = (eye[1] - place[1]) / Math.max(0.01, distance(eye, place));
  return Math.min(1, Math.max(FLATTEST, below));
}
