import type { Vector3 } from '../wire/geometry.ts';
import type { Hit } from './terrace-light.ts';
import { firstHit, lightAt, SUN } from './terrace-light.ts';

/** Colours of the terrace: linear light, 1 is white paper in the sun. */

type Rgb = readonly [r: number, g: number, b: number];

const SUNLIGHT: Rgb = [1.5, 1.28, 0.98];
const SKYLIGHT: Rgb = [0.34, 0.42, 0.52];
const ZENITH: Rgb = [0.22, 0.42, 0.78];
const HORIZON: Rgb = [0.82, 0.86, 0.88];
const TREES: Rgb = [0.16, 0.23, 0.13];
const STREET: Rgb = [0.42, 0.42, 0.38];
const PLANK_M = 0.145;
const GAP_M = 0.008;

const times = (a: Rgb, b: Rgb): Rgb => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
const scaled = (a: Rgb, factor: number): Rgb => [a[0] * factor, a[1] * factor, a[2] * factor];
const sum = (a: Rgb, b: Rgb): Rgb => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const mix = (a: Rgb, b: Rgb, share: number): Rgb => sum(scaled(a, 1 - share), scaled(b, share));

/** A number in [0, 1) that is always the same for the same whole numbers. */
function lot(a: number, b: number, c: number): number {
  const value = Math.sin(a * 127.1 + b * 311.7 + c * 74.7) * 43758.5453;
  return value - Math.floor(value);
}

function linear(color: string): Rgb {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2);
  return [r, g, b];
}

/** Height of the treetops around the house, as the rise over distance one. */
function treetops(angle: number): number {
  return 0.055 + 0.02 * Math.sin(angle * 7) + 0.015 * Math.sin(angle * 17 + 1) + 0.008 * Math.sin(angle * 41 + 2);
}

function sky([x, y, z]: Vector3): Rgb {
  const rise = y / Math.hypot(x, z);
  const angle = Math.atan2(x, z);
  if (rise < -0.12) return scaled(STREET, 0.8);
  if (rise < treetops(angle))
    return scaled(mix(TREES, HORIZON, 0.25), 0.7 + 0.25 * lot(Math.floor(angle * 150), Math.floor(rise * 150), 1));
  const glow = Math.max(0, x * SUN[0] + y * SUN[1] + z * SUN[2]) ** 40;
  return sum(mix(HORIZON, ZENITH, Math.min(1, Math.max(0, rise) ** 0.6)), scaled([1, 0.85, 0.6], 0.32 * glow));
}

/** The surface's own colour: planks on the deck, leaves on bushes, plain elsewhere. */
function surface({ part, point: [x, y, z], normal }: Hit): Rgb {
  const plain = linear(part.color);
  if (part.shape === 'ball') {
    const leaf = lot(Math.floor(x * 34), Math.floor(y * 34), Math.floor(z * 34));
    return scaled(plain, 0.6 + 0.75 * leaf);
  }
  const isDeck = normal[1] > 0 && part.max[1] === 0;
  if (!isDeck) return plain;
  const plank = Math.floor(z / PLANK_M);
  const isGap = z - plank * PLANK_M < GAP_M;
  return scaled(plain, isGap ? 0.25 : 0.82 + 0.36 * lot(plank, Math.floor((x + plank * 1.7) / 2.2), 5));
}

/** A pane of glass: mostly the sky it reflects. */
const GLASS = '#2f3b45';

/** Light that comes to the camera along a ray. */
export function colourAlong(camera: Vector3, way: Vector3): Rgb {
  const hit = firstHit(camera, way);
  if (hit === undefined) return sky(way);
  const { sun, sky: open } = lightAt(hit);
  const light = sum(scaled(SUNLIGHT, sun), scaled(SKYLIGHT, 0.25 + 0.75 * open));
  const shaded = times(surface(hit), light);
  if (hit.part.color !== GLASS) return shaded;
  const facing = way[0] * hit.normal[0] + way[1] * hit.normal[1] + way[2] * hit.normal[2];
  const mirrored: Vector3 = [
    way[0] - 2 * facing * hit.normal[0],
    way[1] - 2 * facing * hit.normal[1],
    way[2] - 2 * facing * hit.normal[2],
  ];
  return mix(shaded, sky(mirrored), 0.55);
}

/** Linear light as a byte for screens, with soft highlights. */
export function screenByte(light: number): number {
  const held = light < 0.7 ? light : 0.7 + 0.3 * (1 - Math.exp((0.7 - light) / 0.3));
  return Math.round(255 * Math.min(1, held) ** (1 / 2.2));
}
