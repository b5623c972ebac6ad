import type { Gaze } from '@openhouse/contract/panoramas';
import type { Camera } from '@openhouse/viewer/inside';

const RADIANS = Math.PI / 180;

export const radiansOf = (degrees: number): number => degrees * RADIANS;

/** A direction of the viewer, in radians, as a tour is told it: in whole tenths of degrees. */
export const gazeOf = ({ yaw, pitch }: { readonly yaw: number; readonly pitch: number }): Gaze => ({
  yaw: tenths(yaw / RADIANS),
  pitch: tenths(pitch / RADIANS),
});

export const directionOf = ({ yaw, pitch }: Gaze): { readonly yaw: number; readonly pitch: number } => ({
  yaw: radiansOf(yaw),
  pitch: radiansOf(pitch),
});

/** What lies behind a pixel of the picture that a camera makes. */
export function directionAt({ right, up, forward, tangent, width, height }: Camera, x: number, y: number): Gaze {
  const [across, above] = [((x - width / 2) / (height / 2)) * tangent, ((height / 2 - y) / (height / 2)) * tangent];
  const [a, b, c] = [0, 1, 2].map(
    (axis) => (forward[axis] ?? 0) + (right[axis] ?? 0) * across + (up[axis] ?? 0) * above,
  ) as [number, number, number];
  return gazeOf({ yaw: Math.atan2(a, -c), pitch: Math.asin(b / Math.hypot(a, b, c)) });
}

const tenths = (degrees: number) => Math.round(degrees * 10) / 10 + 0;
