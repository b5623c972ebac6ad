import { svg } from './svg.ts';

/** Icons of tags, signs and buttons: white on a coloured disc, 64 pixels. */

const SIZE_PX = 64;
const MIDDLE = SIZE_PX / 2;
const GREEN = '#256847';
const CLAY = '#b4512a';

const stroke = 'fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"';

/** What stands on the disc, drawn within 16…48. */
const GLYPHS = {
  normal: `<path ${stroke} d="M20 24h24M20 32h24M20 40h14"/>`,
  image: `<path ${stroke} d="M18 20h28v24H18zM18 40l9-9 7 7 5-5 7 7"/><circle cx="38" cy="27" r="2.5" fill="#fff"/>`,
  video: '<path fill="#fff" d="M25 19v26l21-13z"/>',
  audio: `<path ${stroke} d="M18 28v8h6l8 7V21l-8 7zM39 25q5 7 0 14M44 20q9 12 0 24"/>`,
  marketing: `<path ${stroke} d="M19 19h13l14 14-13 13-14-14z"/><circle cx="26" cy="26" r="2.5" fill="#fff"/>`,
  urllink: `<path ${stroke} d="M28 36l8-8M25 31l-4 4q-4 5 0 9t9 0l4-4M39 33l4-4q4-5 0-9t-9 0l-4 4"/>`,
  panolink: `<path ${stroke} d="M18 40l14-14 14 14M18 30l14-14 14 14"/>`,
  newvrlink: `<path ${stroke} d="M22 46V18h20v28M16 46h32"/><circle cx="37" cy="33" r="2.5" fill="#fff"/>`,
  Sticker: `<path ${stroke} d="M19 19h26v17l-9 9H19zM45 36h-9v9"/>`,
  MediaPlane: `<path ${stroke} d="M18 22l28-4v28l-28-4z"/>`,
  MediaModel: `<path ${stroke} d="M32 16l15 8v16l-15 8-15-8V24zM17 24l15 8 15-8M32 32v16"/>`,
} as const;
export type IconName = keyof typeof GLYPHS;

const disc = (x: number, color: string) =>
  `<circle cx="${x + MIDDLE}" cy="${MIDDLE}" r="26" fill="${color}"/><circle cx="${x + MIDDLE}" cy="${MIDDLE}" r="25" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>`;

export function icon(name: IconName): string {
  return svg(SIZE_PX, SIZE_PX, `${disc(0, name === 'marketing' ? CLAY : GREEN)}\n${GLYPHS[name]}`);
}

/** The icon with a ring that grows and fades: frames side by side. */
export function pulsingIcon(name: IconName, frames: number): string {
  const color = name === 'marketing' ? CLAY : GREEN;
  const drawn = Array.from({ length: frames }, (_, frame) => {
    const share = frame / frames;
    const x = frame * SIZE_PX;
    const ring = `<circle cx="${x + MIDDLE}" cy="${MIDDLE}" r="${(16 + 15 * share).toFixed(1)}" fill="${color}" fill-opacity="${(0.5 - 0.5 * share).toFixed(2)}"/>`;
    const glyph = `<g transform="translate(${x + 8} 8) scale(.75)">${disc(0, color)}${GLYPHS[name]}</g>`;
    return `${ring}${glyph}`;
  });
  return svg(SIZE_PX * frames, SIZE_PX, drawn.join('\n'));
}

/** A ring seen from above, for icons that lie flat on the floor. */
export const flatRing = svg(
  SIZE_PX,
  SIZE_PX,
  `<circle cx="32" cy="32" r="27" fill="none" stroke="#fff" stroke-width="6" stroke-opacity=".9"/>\n<circle cx="32" cy="32" r="12" fill="#fff" fill-opacity=".6"/>`,
);

/** A pin for an end of a route. */
export function routePin(end: 'start' | 'end'): string {
  const color = end === 'start' ? GREEN : CLAY;
  const pin = `<path d="M32 60C18 42 12 34 12 24a20 20 0 0 1 40 0c0 10-6 18-20 36z" fill="${color}"/>`;
  return svg(SIZE_PX, SIZE_PX, `${pin}\n<circle cx="32" cy="24" r="8" fill="#fff"/>`);
}

/** The sign of the estate agent: a house with an open door. */
export const homesLogo = svg(
  SIZE_PX,
  SIZE_PX,
  `<path fill="${GREEN}" d="M8 30L32 8l24 22v26H8z"/>\n<path fill="#f7f5f0" d="M26 56V36h12v20z"/>`,
);

/** A portrait that nobody sat for. */
export const portrait = svg(
  256,
  256,
  `<rect width="256" height="256" fill="#e6e2d9"/>
<path fill="#256847" d="M28 256c4-62 44-88 100-88s96 26 100 88z"/>
<circle cx="128" cy="104" r="56" fill="#e8b893"/>
<path fill="#5a3a28" d="M70 112c-8-60 26-80 58-80s66 20 58 80c-8-30-28-44-58-44s-50 14-58 44z"/>`,
);
