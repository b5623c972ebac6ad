import type { FaceBuffer } from './face-buffer.ts';

const LIKE_NORMAL = 0.8;
const OFF_PLANE_M = 0.012;
const OFF_PLANE_BY_DISTANCE = 0.004;

/**
 * Pixels beside a step in depth or a fold, 1 or 0 each. With a handful of samples such a pixel shows one surface or the
 * other; seen together they look like beads on a string, so the print smooths them. Textures are not concerned.
 */
export function silhouettes({ edge_px: edge, smooth, point, distance }: FaceBuffer): Uint8Array {
  const found = new Uint8Array(edge * edge);
  const differ = (p: number, q: number): boolean => {
    const a = p * 3;
    const b = q * 3;
    const isSkyP = smooth[a] === 0 && smooth[a + 1] === 0 && smooth[a + 2] === 0;
    const isSkyQ = smooth[b] === 0 && smooth[b + 1] === 0 && smooth[b + 2] === 0;
    if (isSkyP || isSkyQ) return isSkyP !== isSkyQ;
    const like = smooth[a]! * smooth[b]! + smooth[a + 1]! * smooth[b + 1]! + smooth[a + 2]! * smooth[b + 2]!;
    if (like < LIKE_NORMAL) return true;
    const offPlane = Math.abs(
      smooth[a]! * (point[b]! - point[a]!) +
        smooth[a + 1]! * (point[b + 1]! - point[a + 1]!) +
        smooth[a + 2]! * (point[b + 2]! - point[a + 2]!),
    );
    return offPlane > OFF_PLANE_M + OFF_PLANE_BY_DISTANCE * Math.min(distance[p]!, distance[q]!);
  };
  for (let y = 0; y < edge - 1; y++) {
    for (let x = 0; x < edge - 1; x++) {
      const p = y * edge + x;
      for (const q of [p + 1, p + edge]) {
        if (!differ(p, q)) continue;
        found[p] = 1;
        found[q] = 1;
      }
    }
  }
  return found;
}
