/** One line of a plot. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

type Point = readonly [x: number, y: number];

export interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** With a point at least. */
  readonly series: readonly Series[];
  /** A value of y that is not to be passed, with its name. */
  readonly limit?: { readonly value: number; readonly name: string };
  /** Powers of ten are evenly spaced along x; otherwise x begins at 0. */
  readonly logX?: boolean;
}

const WIDTH = 720;
const HEIGHT = 360;
const LEFT = 64;
const RIGHT = WIDTH - 16;
const TOP = 40;
const BOTTOM = HEIGHT - 72;
const LEGEND_WIDTH = 132;
const TICKS = 5;
/** More points than this are a line; fewer are marked. */
const MOST_MARKED = 12;
/** Told apart without colour vision, and on light and dark pages alike. */
const COLOURS = ['#1f77b4', '#d95f02', '#1b9e77', '#7570b3'];

/** Where values lie in the picture. */
interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
}

/** A line chart as SVG text. */
export function plotOf(plot: Plot): string {
  const scales = scalesOf(plot);
  const parts = [
    ...grid(scales),
    ...plot.series.flatMap((series, place) => lineOf(series, place, scales)),
    ...limitLine(plot, scales),
    `<text x="${LEFT}" y="22" font-size="15" font-weight="600">${escaped(plot.title)}</text>`,
    text((LEFT + RIGHT) / 2, BOTTOM + 38, plot.xLabel, 'middle'),
    `<text transform="translate(14 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escaped(plot.yLabel)}</text>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(plot.title)}" font-family="system-ui, sans-serif" font-size="12" fill="#777">
${parts.join('\n')}
</svg>
`;
}

function scalesOf({ series, limit, logX = false }: Plot): Scales {
  const points = series.flatMap((one) => one.points);
  const along = (x: number) => (logX ? Math.log10(x) : x);
  const xs = points.map(([x]) => along(x));
  const [least, most] = [logX ? Math.min(...xs) : 0, Math.max(...xs)];
  const top = niceTop(Math.max(limit?.value ?? 0, ...points.map(([, y]) => y)));
  const evenly = (from: number, to: number) =>
    Array.from({ length: TICKS + 1 }, (_, tick) => from + ((to - from) / TICKS) * tick);
  return {
    x: (value) => LEFT + ((along(value) - least) / (most - least || 1)) * (RIGHT - LEFT),
    y: (value) => BOTTOM - (value / top) * (BOTTOM - TOP),
    xTicks: logX ? [...new Set(points.map(([x]) => x))] : evenly(least, most),
    yTicks: evenly(0, top),
  };
}

function grid({ x, y, xTicks, yTicks }: Scales): string[] {
  return [
    ...yTicks.flatMap((value) => [
      across(y(value), 'stroke="#8884"'),
      text(LEFT - 8, y(value) + 4, shortOf(value), 'end'),
    ]),
    ...xTicks.map((value) => text(x(value), BOTTOM + 18, shortOf(value), 'middle')),
  ];
}

/** Drawn over the series: one that keeps to its limit would hide it. */
function limitLine({ limit, series }: Plot, { y }: Scales): string[] {
  if (limit === undefined) return [];
  return [across(y(limit.value), 'stroke="#c00" stroke-dasharray="6 4"'), ...legend(series.length, limit.name, '#c00')];
}

/** The line and its place in the legend. */
function lineOf({ name, points }: Series, place: number, { x, y }: Scales): string[] {
  const colour = COLOURS[place % COLOURS.length] ?? '';
  const places = points.map(([px, py]) => [fixed(x(px)), fixed(y(py))] as const);
  const marks = places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`);
  return [
    `<polyline points="${places.map((at) => at.join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...(marks.length <= MOST_MARKED ? marks : []),
    ...legend(place, name, colour),
  ];
}

function legend(place: number, name: string, colour: string): string[] {
  const left = LEFT + place * LEGEND_WIDTH;
  return [
    `<rect x="${left}" y="${HEIGHT - 20}" width="12" height="4" fill="${colour}"/>`,
    text(left + 18, HEIGHT - 14, name, 'start'),
  ];
}

function across(y: number, stroke: string): string {
  return `<line x1="${LEFT}" x2="${RIGHT}" y1="${fixed(y)}" y2="${fixed(y)}" ${stroke}/>`;
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

/** The next 1, 2, 2.5 or 5 times a power of ten. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

function shortOf(value: number): string {
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toPrecision(3))}M`;
  if (value >= 1000) return `${Number((value / 1000).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

const fixed = (value: number): string => value.toFixed(1);

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
