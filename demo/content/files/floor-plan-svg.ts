import { type Mark, PLAN_HEIGHT_M, PLAN_WIDTH_M, planMarks } from './floor-plan.ts';
import { escaped, n, points, svg } from './svg.ts';

const PIXELS_A_METRE = 72;
/** Keeps words readable where they cross a line. */
const HALO = 'paint-order="stroke" stroke="#fff" stroke-opacity=".7" stroke-width="3"';
const px = (metres: number) => metres * PIXELS_A_METRE;

function drawn(mark: Mark): string {
  switch (mark.kind) {
    case 'area': {
      const corners = points(mark.corners.map(([x, y]) => [px(x), px(y)]));
      return `<polygon fill="${mark.fill}" stroke="#1b1a17" stroke-width="6" stroke-linejoin="round" points="${corners}"/>`;
    }
    case 'dot':
      return `<circle cx="${n(px(mark.at[0]))}" cy="${n(px(mark.at[1]))}" r="5" fill="#256847"/>`;
    case 'door': {
      const ends = `x1="${n(px(mark.from[0]))}" y1="${n(px(mark.from[1]))}" x2="${n(px(mark.to[0]))}" y2="${n(px(mark.to[1]))}"`;
      return `<line ${ends} stroke="#b4512a" stroke-width="10"/>`;
    }
    case 'word': {
      const place = `x="${n(px(mark.at[0]))}" y="${n(px(mark.at[1]))}" font-size="${n(px(mark.size_m))}"`;
      return `<text ${HALO} ${place}>${escaped(mark.text)}</text>`;
    }
  }
}

/** The floor plan as a picture, with both names of each room. */
export function floorPlanSvg(): string {
  const [width, height] = [Math.round(px(PLAN_WIDTH_M)), Math.round(px(PLAN_HEIGHT_M))];
  const words = `font-family="Geist,'Noto Sans SC',sans-serif" text-anchor="middle" fill="#1b1a17"`;
  return svg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="#fff"/>\n<g ${words}>\n${planMarks.map(drawn).join('\n')}\n</g>`,
  );
}
