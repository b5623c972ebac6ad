import { escapeHtml } from '../../packages/server/src/kernel/http/escape-html.ts';
import type { Reading } from './trend.ts';

/** What is drawn in one frame, by name. */
export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly lines: ReadonlyMap<string, readonly Reading[]>;
}

/** A time in which something was broken. */
export interface Span {
  readonly what: string;
  readonly fromS: number;
  readonly toS: number;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, HEAD, FOOT] = [900, 220, 70, 230, 30, 30];
const INK = [
  '#1b6ca8',
  '#c2410c',
  '#15803d',
  '#7e22ce',
  '#b91c1c',
  '#0f766e',
  '#a16207',
  '#be185d',
  '#4338ca',
  '#57534e',
];
const GREY = '#e7e5e4';

/** @returns An SVG with the charts below each other, the spans as grey bands in each. */
export function picture(title: string, charts: readonly Chart[], spans: readonly Span[]): string {
  const height = HEAD + charts.length * HEIGHT;
  const drawn = charts.map(
    (chart, at) => `<g transform="translate(0 ${HEAD + at * HEIGHT})">${draw(chart, spans)}</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="${LEFT}" y="20" font-size="14">${escapeHtml(title)}</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

function draw({ title, unit, lines }: Chart, spans: readonly Span[]): string {
  const all = [...lines.values()].flat();
  const endS = Math.max(1, ...all.map(({ atS }) => atS), ...spans.map(({ toS }) => toS));
  const most = Math.max(1, ...all.map(({ value }) => value));
  const x = (atS: number) => (LEFT + (atS / endS) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (value: number) => (HEIGHT - FOOT - (value / most) * (HEIGHT - FOOT - HEAD)).toFixed(1);
  const bands = spans.map(
    ({ what, fromS, toS }) =>
      `<rect x="${x(fromS)}" y="${HEAD}" width="${Math.max(1, Number(x(toS)) - Number(x(fromS)))}" height="${HEIGHT - FOOT - HEAD}" fill="${GREY}"><title>${escapeHtml(what)}</title></rect>`,
  );
  const marks = [0, most / 2, most].map(
    (value) => `<text x="${LEFT - 6}" y="${y(value)}" text-anchor="end">${value.toFixed(most < 10 ? 1 : 0)}</text>`,
  );
  const curves = [...lines].map(([name, readings], at) => {
    const ink = INK[at % INK.length];
    const points = readings.map(({ atS, value }) => `${x(atS)},${y(value)}`).join(' ');
    const label = `<text x="${WIDTH - RIGHT + 10}" y="${HEAD + 10 + at * 14}" fill="${ink}">${escapeHtml(name)}</text>`;
    return `<polyline points="${points}" fill="none" stroke="${ink}" stroke-width="1.5"/>${label}`;
  });
  return [
    `<text x="${LEFT}" y="20">${escapeHtml(title)}, ${escapeHtml(unit)}</text>`,
    ...bands,
    ...marks,
    `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 10}" text-anchor="end">${(endS / 60).toFixed(1)} min</text>`,
    ...curves,
  ].join('\n');
}
