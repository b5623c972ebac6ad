import { area } from '../loft/floor-area.ts';
import { entryDoor, extent, type FloorPoint, floors, observers, rooms } from '../loft/places.ts';

/** The floor plan, drawn once for both forms: lines and words in metres on a page, x to the right, y downwards. */

export type Mark =
  | { readonly kind: 'area'; readonly corners: readonly FloorPoint[]; readonly fill: string }
  | { readonly kind: 'dot'; readonly at: FloorPoint }
  | { readonly kind: 'door'; readonly from: FloorPoint; readonly to: FloorPoint }
  | { readonly kind: 'word'; readonly at: FloorPoint; readonly text: string; readonly size_m: number };

const MARGIN_M = 0.8;
const GAP_M = 1;
const TITLE_M = 0.9;
const WIDTH_M = extent.max[0];
const DEPTH_M = extent.max[2];

export const PLAN_WIDTH_M = 2 * MARGIN_M + floors.length * WIDTH_M + (floors.length - 1) * GAP_M;
export const PLAN_HEIGHT_M = 2 * MARGIN_M + TITLE_M + DEPTH_M;

const RECTANGLE_CORNERS = 4;
const FILLS = ['#efe7da', '#e6ead9', '#e3ddd0', '#f3ece0', '#dfe4dd'];

function onPage(floorIndex: number, [x, z]: FloorPoint): FloorPoint {
  return [MARGIN_M + floorIndex * (WIDTH_M + GAP_M) + x, MARGIN_M + TITLE_M + z];
}

/** The middle of a polygon's corners. */
function middleOf(polygon: readonly FloorPoint[]): FloorPoint {
  const sum = polygon.reduce<FloorPoint>(([x, z], [nextX, nextZ]) => [x + nextX, z + nextZ], [0, 0]);
  return [sum[0] / polygon.length, sum[1] / polygon.length];
}

/** Size of type, in metres on the plan, and the width of its letters as a share of it. */
const TYPE_M = 0.2;
const LETTER_WIDTH = 0.58;

/** The size in which a word fits into a room. */
function fitting(text: string, polygon: readonly FloorPoint[]): number {
  const across = polygon.map(([x]) => x);
  const width_m = Math.max(...across) - Math.min(...across);
  return Math.min(TYPE_M, (0.9 * width_m) / (text.length * LETTER_WIDTH));
}

function named(
  floorIndex: number,
  middle: FloorPoint,
  polygon: readonly FloorPoint[],
  words: readonly string[],
): Mark[] {
  const [x, y] = onPage(floorIndex, middle);
  const size_m = fitting(words[0] ?? '', polygon);
  const top = y - ((words.length - 2) * TYPE_M * 1.25) / 2;
  return words.map((text, line) => ({ kind: 'word', at: [x, top + line * TYPE_M * 1.25], text, size_m }));
}

const roomAreas = rooms.map(
  ({ floorIndex, polygon }, index): Mark => ({
    kind: 'area',
    corners: polygon.map((corner) => onPage(floorIndex, corner)),
    fill: FILLS[index % FILLS.length] ?? '',
  }),
);

const roomNames = rooms.flatMap(({ name, floorIndex, polygon, labelPosition: [labelX, , labelZ] }) => {
  // The middle of an angled room's corners may lie in the next room.
  const middle: FloorPoint = polygon.length === RECTANGLE_CORNERS ? middleOf(polygon) : [labelX, labelZ];
  return named(floorIndex, middle, polygon, [name.en, name.zh, `${area(polygon).toFixed(1)} m²`]);
});

/** Where the mezzanine ends, the living room goes on upwards. */
const mezzanineEdge = Math.min(
  ...rooms.flatMap(({ floorIndex, polygon }) => (floorIndex === 1 ? polygon.map(([x]) => x) : [])),
);
const open: readonly FloorPoint[] = [
  [0, 0],
  [mezzanineEdge, 0],
  [mezzanineEdge, DEPTH_M],
  [0, DEPTH_M],
];
const openMarks: readonly Mark[] = [
  { kind: 'area', corners: open.map((corner) => onPage(1, corner)), fill: '#ffffff' },
  ...named(1, middleOf(open), open, ['Open to the living room', '挑空']),
];

const titles = floors.flatMap(({ index, name }): Mark[] => [
  { kind: 'word', at: onPage(index, [WIDTH_M / 2, -0.6]), text: name.en, size_m: 0.34 },
  { kind: 'word', at: onPage(index, [WIDTH_M / 2, -0.2]), text: name.zh, size_m: 0.3 },
]);

const [doorX, , doorZ] = entryDoor.position;
const door: Mark = {
  kind: 'door',
  from: onPage(0, [doorX - entryDoor.width_m / 2, doorZ]),
  to: onPage(0, [doorX + entryDoor.width_m / 2, doorZ]),
};

const viewpoints = observers.map(
  ({ floorIndex, standingPosition: [x, , z] }): Mark => ({ kind: 'dot', at: onPage(floorIndex, [x, z]) }),
);

/** All marks, what lies on top later. */
export const planMarks: readonly Mark[] = [...titles, ...roomAreas, ...openMarks, door, ...viewpoints, ...roomNames];
