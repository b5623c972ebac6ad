import { turnBetween } from '../geometry/direction.ts';
import type { Pose } from './scene.ts';

/** Bounds of the vertical field of view, in degrees. */
const FOV_BOUNDS = { min: 30, max: 90 } as const;
/** How long a turn takes, in milliseconds. */
const TURN_MS = 450;
/** The share of its speed that a view which was let go of keeps after a millisecond, and the slowest turn, in radians a millisecond. */
const KEPT_SPEED = 0.995;
const SLOWEST = 0.00002;

/** A movement towards a pose, or on with the speed that a drag had. */
export type Motion =
  | { readonly kind: 'turn'; readonly from: Pose; readonly to: Pose; readonly sinceMs: number }
  /** In radians a millisecond. */
  | { readonly kind: 'glide'; readonly yaw: number; readonly pitch: number; readonly atMs: number };

/** @returns A pose with what was asked for in its place; what is left out or is no number stays. */
export function turned(pose: Pose, { yaw, pitch, fov }: Partial<Pose>): Pose {
  const told = (value: number | undefined, before: number) => (Number.isFinite(value) ? Number(value) : before);
  return {
    yaw: turnBetween(0, told(yaw, pose.yaw)),
    pitch: Math.max(-Math.PI / 2, Math.min(Math.PI / 2, told(pitch, pose.pitch))),
    fov: Math.max(FOV_BOUNDS.min, Math.min(FOV_BOUNDS.max, told(fov, pose.fov))),
  };
}

/** @returns Where a movement has come to, and what is left of it. */
export function after(
  motion: Motion,
  pose: Pose,
  nowMs: number,
): { readonly pose: Pose; readonly motion: Motion | undefined } {
  if (motion.kind === 'glide') {
    const kept = KEPT_SPEED ** Math.max(0, nowMs - motion.atMs);
    // It slows down between two frames too, which are seconds apart where the browser was busy or its window hidden.
    const way = (1 - kept) / -Math.log(KEPT_SPEED);
    const { yaw, pitch } = motion;
    const next = { ...motion, yaw: yaw * kept, pitch: pitch * kept, atMs: nowMs };
    return {
      pose: turned(pose, { yaw: pose.yaw + yaw * way, pitch: pose.pitch + pitch * way }),
      motion: Math.hypot(next.yaw, next.pitch) < SLOWEST ? undefined : next,
    };
  }
  const { from, to, sinceMs } = motion;
  const share = Math.max(0, Math.min(1, (nowMs - sinceMs) / TURN_MS));
  const eased = 1 - (1 - share) ** 3;
  return {
    pose: turned(pose, {
      yaw: from.yaw + turnBetween(from.yaw, to.yaw) * eased,
      pitch: from.pitch + (to.pitch - from.pitch) * eased,
      fov: from.fov + (to.fov - from.fov) * eased,
    }),
    motion: share === 1 ? undefined : motion,
  };
}
