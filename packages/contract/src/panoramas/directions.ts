import type { Gaze } from './scene.ts';
import type { Direction } from './turns.ts';

const RADIANS = Math.PI / 180;

/** The direction in which somebody looks. */
export function towards({ yaw, pitch }: Gaze): Direction {
  const [turn, rise] = [yaw * RADIANS, pitch * RADIANS];
  return [Math.cos(rise) * Math.sin(turn), Math.sin(rise), -Math.cos(rise) * Math.cos(turn)];
}

export const gazeTowards = ([right, up, back]: Direction): Gaze => ({
  yaw: Math.atan2(right, -back) / RADIANS,
  pitch: Math.atan2(up, Math.hypot(right, back)) / RADIANS,
});
