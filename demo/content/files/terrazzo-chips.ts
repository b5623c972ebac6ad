import { randomNumbers } from './random.ts';
import { points } from './svg.ts';

const COLOURS = ['#b59a7a', '#8e8a80', '#c7764f', '#5e6b62', '#f7f3ea'];
const CHIPS = 130;
const SEED = 915;

/** Corners of a chip with radius 1, before each is moved a little. */
const OUTLINE = [
  [1, 0],
  [0.3, 0.9],
  [-0.7, 0.7],
  [-0.9, -0.4],
  [0.2, -1],
] as const;

/** Chips of marble scattered over an area in pixels. */
export function terrazzoChips(width: number, height: number): string {
  const random = randomNumbers(SEED);
  const chips = Array.from({ length: CHIPS }, () => {
    const [x, y, radius] = [random() * width, random() * height, 8 + random() * 30];
    const corners = OUTLINE.map(
      ([dx, dy]) => [x + (dx + random() * 0.5 - 0.25) * radius, y + (dy + random() * 0.5 - 0.25) * radius] as const,
    );
    const color = COLOURS[Math.floor(random() * COLOURS.length)];
    return `<polygon fill="${color}" points="${points(corners)}"/>`;
  });
  return chips.join('\n');
}
