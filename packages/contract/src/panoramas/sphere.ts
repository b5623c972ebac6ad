import type { PictureFacts, SpherePart } from './picture-facts.ts';

/** Widest picture that is taken, in pixels. */
export const WIDTH_MAX_PX = 16_384;

/** The sphere that a picture is a part of, in its pixels, and where the picture's upper left corner lies in it. */
export interface SphereSize {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/** Why a picture shows no sphere. */
export type SphereRefusal =
  | { readonly reason: 'too-large'; readonly width: number; readonly height: number }
  | { readonly reason: 'projection'; readonly projection: string }
  /** As wide as high: a sphere for each of two eyes, or one face of six. */
  | { readonly reason: 'square'; readonly width: number; readonly height: number }
  | { readonly reason: 'proportions'; readonly width: number; readonly height: number };

/** Which part of a sphere a picture shows, judged by its displayed size in pixels and its GPano data. */
export function sphereOf(
  { width, height }: { readonly width: number; readonly height: number },
  { projection, sphere }: PictureFacts,
): SphereSize | SphereRefusal {
  if (width > WIDTH_MAX_PX || height > WIDTH_MAX_PX) return { reason: 'too-large', width, height };
  if (projection !== undefined && projection !== 'equirectangular') return { reason: 'projection', projection };
  const reason = isNear(width, height) ? 'square' : 'proportions';
  return fullSphereOf(width, height, sphere) ?? { reason, width, height };
}

/** How far the proportions of stitched pictures are off. */
const SLACK = 0.01;
const isNear = (a: number, b: number) => Math.abs(a - b) <= SLACK * b;

/** @returns The sphere in pixels of the picture; undefined when nothing says what it shows. */
function fullSphereOf(width: number, height: number, part: SpherePart | undefined): SphereSize | undefined {
  if (part !== undefined && isPart(part) && isNear(part.width / part.height, width / height)) {
    // The picture may have been made smaller since.
    const scale = width / part.width;
    const full = { width: Math.round(part.fullWidth * scale), height: Math.round(part.fullHeight * scale) };
    return {
      width: Math.max(full.width, width),
      height: Math.max(full.height, height),
      left: Math.min(Math.round(part.left * scale), Math.max(0, full.width - width)),
      top: Math.min(Math.round(part.top * scale), Math.max(0, full.height - height)),
    };
  }
  return isNear(width, height * 2) ? { width, height, left: 0, top: 0 } : undefined;
}

/** Whether the numbers say something that can be: a part of a sphere. */
const isPart = ({ fullWidth, fullHeight, width, height, left, top }: SpherePart) =>
  width > 0 &&
  height > 0 &&
  left >= 0 &&
  top >= 0 &&
  left + width <= fullWidth &&
  top + height <= fullHeight &&
  isNear(fullWidth, fullHeight * 2);

/** Size of the small picture in which circles are looked for, in pixels. */
export const FISHEYE_LOOK = { width: 128, height: 64 } as const;
/** Grey values: what is black, and what is certainly not. */
const [BLACK, SEEN] = [14, 28];

/**
 * Two circles side by side on black. A sphere whose poles were filled with black is not taken for one: there the upper
 * and lower edges of the circles are black too.
 * @param grey Of the picture made as small as {@link FISHEYE_LOOK}, row by row.
 */
export function isFisheyePair(grey: Uint8Array): boolean {
  let [outside, edges, count] = [0, 0, 0];
  const radius = FISHEYE_LOOK.height / 2;
  for (let at = 0; at < grey.length; at++) {
    const [x, y] = [(at % FISHEYE_LOOK.height) + 0.5 - radius, Math.floor(at / FISHEYE_LOOK.width) + 0.5 - radius];
    const away = Math.hypot(x, y) / radius;
    if (away > 1.06) {
      outside += grey[at] ?? 0;
      count += 1;
    } else if (away > 0.75 && away < 0.9 && Math.abs(x) < 4) edges = Math.max(edges, grey[at] ?? 0);
  }
  return outside / count < BLACK && edges > SEEN;
}
