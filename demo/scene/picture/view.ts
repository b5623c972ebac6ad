import type { Face } from '../../content/wire/geometry.ts';
import { faceAt } from './cube-face.ts';

/** One face as pixels: RGB bytes, `size_px` square. */
export interface FacePixels {
  readonly size_px: number;
  readonly rgb: Uint8Array;
}

export interface View {
  readonly width_px: number;
  readonly height_px: number;
  /** Longitude λ points to (−sin λ, 0, −cos λ). */
  readonly longitude_rad: number;
  readonly latitude_rad: number;
  /** Horizontal. */
  readonly fieldOfView_rad: number;
}

/** Unit direction of the ray through a pixel's centre. */
export function viewDirection(view: View, x_px: number, y_px: number): [number, number, number] {
  const half = Math.tan(view.fieldOfView_rad / 2);
  const right = ((x_px + 0.5) / view.width_px - 0.5) * 2 * half;
  const up = (0.5 - (y_px + 0.5) / view.height_px) * 2 * half * (view.height_px / view.width_px);
  const length = Math.sqrt(right * right + up * up + 1);
  const [sinLat, cosLat] = [Math.sin(view.latitude_rad), Math.cos(view.latitude_rad)];
  // Tilt about x first, then turn about y.
  const y = (up * cosLat + sinLat) / length;
  const ahead = (cosLat - up * sinLat) / length;
  const side = right / length;
  const [sinLon, cosLon] = [Math.sin(view.longitude_rad), Math.cos(view.longitude_rad)];
  return [side * cosLon - ahead * sinLon, y, -side * sinLon - ahead * cosLon];
}

function addSample({ size_px, rgb }: FacePixels, x: number, y: number, into: Float64Array): void {
  const column = Math.min(size_px - 1.001, Math.max(0, ((x + 1) / 2) * size_px - 0.5));
  const row = Math.min(size_px - 1.001, Math.max(0, ((1 - y) / 2) * size_px - 0.5));
  const [c0, r0] = [Math.floor(column), Math.floor(row)];
  const [fx, fy] = [column - c0, row - r0];
  const at = (r0 * size_px + c0) * 3;
  const below = at + size_px * 3;
  for (let c = 0; c < 3; c++) {
    const top = rgb[at + c]! * (1 - fx) + rgb[at + 3 + c]! * fx;
    const bottom = rgb[below + c]! * (1 - fx) + rgb[below + 3 + c]! * fx;
    into[c]! += top * (1 - fy) + bottom * fy;
  }
}

/** A flat, straight-lined picture out of six faces. @returns RGB bytes. */
export function projectView(faces: Readonly<Record<Face, FacePixels>>, view: View): Uint8Array {
  const pixels = new Uint8Array(view.width_px * view.height_px * 3);
  const sum = new Float64Array(3);
  const offsets = [-0.25, 0.25];
  for (let y = 0; y < view.height_px; y++) {
    for (let x = 0; x < view.width_px; x++) {
      sum.fill(0);
      for (const dy of offsets) {
        for (const dx of offsets) {
          const found = faceAt(...viewDirection(view, x + dx, y + dy));
          addSample(faces[found.face], found.x, found.y, sum);
        }
      }
      for (let c = 0; c < 3; c++) pixels[(y * view.width_px + x) * 3 + c] = Math.round(sum[c]! / 4);
    }
  }
  return pixels;
}
