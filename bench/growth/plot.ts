/** One line of a plot. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  /** A value of y that is not to be passed, with its name. */
  readonly limit?: { readonly value: number; readonly name: string };
  /** Powers of ten are evenly spaced along x. */
  readonly logX?: boolean;
}

const WIDTH = 720;
const HEIGHT = 360;
const MARGIN = { left: 64, right: 16, top: 40, bottom: 72 };
/** Told apart without colour vision, and on light and dark pages alike. */
const COLOURS = ['#1f77b4', '#d95f02', '#1b9e77', '#7570b3'];
const TICKS = 5;

/** A line chart as SVG text. */
export function plotOf({ title, xLabel, yLabel, series, limit, logX = false }: Plot): string {
  const points = series.flatMap((one) => one.points);
  const along = (x: number) => (logX ? Math.log10(x) : x);
  const xs = points.map(([x]) => along(x));
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const top = niceTop(Math.max(limit?.value ?? 0, ...points.map(([, y]) => y)));
  const x = (value: number) =>
    MARGIN.left + ((along(value) - least) / (most - least || 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value: number) => HEIGHT - MARGIN.bottom - (value / top) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const parts: string[] = [];
  for (let tick = 0; tick <= TICKS; tick += 1) {
    const value = (top / TICKS) * tick;
    parts.push(
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${fixed(y(value))}" y2="${fixed(y(value))}" stroke="#8884"/>`,
      text(MARGIN.left - 8, y(value) + 4, shortOf(value), 'end'),
    );
  }
  const ticks = logX
    ? [...new Set(points.map(([value]) => value))]
    : Array.from({ length: TICKS + 1 }, (_, tick) => least + ((most - least) / TICKS) * tick);
  for (const value of ticks) parts.push(text(x(value), HEIGHT - MARGIN.bottom + 18, shortOf(value), 'middle'));
  if (limit !== undefined) {
    parts.push(
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${fixed(y(limit.value))}" y2="${fixed(y(limit.value))}" stroke="#c00" stroke-dasharray="6 4"/>`,
      text(WIDTH - MARGIN.right, y(limit.value) - 6, limit.name, 'end'),
    );
  }
  series.forEach(({ name, points: line }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = line.map(([px, py]) => `${fixed(x(px))},${fixed(y(py))}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    if (line.length <= 12) {
      for (const [px, py] of line) {
        parts.push(`<circle cx="${fixed(x(px))}" cy="${fixed(y(py))}" r="3" fill="${colour}"/>`);
      }
    }
    const at = MARGIN.left + index * 165;
    parts.push(
      `<rect x="${at}" y="${HEIGHT - 20}" width="12" height="4" fill="${colour}"/>`,
      text(at + 18, HEIGHT - 14, name, 'start'),
    );
  });
  parts.push(
    `<text x="${MARGIN.left}" y="22" font-size="15" font-weight="600">${escaped(title)}</text>`,
    text((WIDTH + MARGIN.left) / 2, HEIGHT - MARGIN.bottom + 38, xLabel, 'middle'),
    `<text transform="translate(14 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="12" fill="#777">
${parts.join('\n')}
</svg>
`;
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
