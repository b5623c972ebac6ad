/** From linear light to a picture: AgX with a slightly stronger contrast and saturation, and a warm white balance. */

export interface ToneOptions {
  /** Multiplies the light; about 1 to 1.3, chosen per viewpoint. */
  readonly exposure: number;
}

/** Takes a little blue shade out of the daylight without turning the walls yellow. */
const WHITE_BALANCE = [0.985, 1, 1.055] as const;
const CONTRAST = 1.18;
const SATURATION = 1.15;
const LOWEST_STOP = -12.47393;
const HIGHEST_STOP = 4.026069;

type Matrix = readonly [number, number, number, number, number, number, number, number, number];

const REC709_TO_REC2020: Matrix = [0.6274, 0.3293, 0.0433, 0.0691, 0.9195, 0.0113, 0.0164, 0.088, 0.8956];
const REC2020_TO_REC709: Matrix = [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187];
const AGX_INSET: Matrix = [
  0.856627153315983, 0.0951212405381588, 0.0482516061458583, 0.137318972929847, 0.761241990602591, 0.101439036467562,
  0.11189821299995, 0.0767994186031903, 0.811302368396859,
];
const AGX_OUTSET: Matrix = [
  1.1271005818144368, -0.11060664309660323, -0.016493938717834573, -0.1413297634984383, 1.157823702216272,
  -0.016493938717834257, -0.14132976349843826, -0.11060664309660294, 1.2519364065950405,
];

function multiply(m: Matrix, v: Float64Array): void {
  const [r, g, b] = [v[0]!, v[1]!, v[2]!];
  v[0] = m[0] * r + m[1] * g + m[2] * b;
  v[1] = m[3] * r + m[4] * g + m[5] * b;
  v[2] = m[6] * r + m[7] * g + m[8] * b;
}

/** The AgX curve, approximated by a polynomial (Benjamin Wrensch). */
function curve(linear: number): number {
  const stops = (Math.log2(Math.max(linear, 1e-10)) - LOWEST_STOP) / (HIGHEST_STOP - LOWEST_STOP);
  const x = Math.min(1, Math.max(0, stops));
  const x2 = x * x;
  const x4 = x2 * x2;
  return 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
}

function srgb(linear: number): number {
  const c = Math.min(1, Math.max(0, linear));
  return c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
}

/** Maps one pixel in place: linear light in, sRGB in 0…1 out. */
export function toneMap(v: Float64Array, { exposure }: ToneOptions): void {
  for (let c = 0; c < 3; c++) v[c]! *= exposure * WHITE_BALANCE[c]!;
  multiply(REC709_TO_REC2020, v);
  multiply(AGX_INSET, v);
  for (let c = 0; c < 3; c++) v[c] = Math.max(0, curve(v[c]!)) ** CONTRAST;
  const grey = 0.2126 * v[0]! + 0.7152 * v[1]! + 0.0722 * v[2]!;
  for (let c = 0; c < 3; c++) v[c] = grey + SATURATION * (v[c]! - grey);
  multiply(AGX_OUTSET, v);
  for (let c = 0; c < 3; c++) v[c] = Math.max(0, v[c]!) ** 2.2;
  multiply(REC2020_TO_REC709, v);
  for (let c = 0; c < 3; c++) v[c] = srgb(v[c]!);
}
