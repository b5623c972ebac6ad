import { entryDoor, extent, type FloorPoint, floors, observers, rooms } from '../../scene/places.ts';
import { area } from '../loft/floor-area.ts';

/** The floor plan, drawn once for both forms: lines and words in metres on a page, x to the right, y downwards. */

export type Mark =
  | { readonly kind: 'area'; readonly corners: readonly FloorPoint[]; readonly fill: string }
  | { readonly kind: 'dot'; readonly at: FloorPoint }
  | { readonly kind: 'door'; readonly from: FloorPoint; readonly to: FloorPoint }
  | {
      readonly kind: 'word';
      readonly at: FloorPoint;
      readonly en: string;
      readonly zh: string;
      readonly size_m: number;
    };

const MARGIN_M = 0.8;
const GAP_M = 1;
const TITLE_M = 0.9;
const WIDTH_M = extent.max[0];
const DEPTH_M = extent.max[2];

export const PLAN_WIDTH_M = 2 * MARGIN_M + floors.length * WIDTH_M + (floors.length - 1) * GAP_M;
export const PLAN_HEIGHT_M = 2 * MARGIN_M + TITLE_M + DEPTH_M;

const FILLS = ['#efe7da', '#e6ead9', '#e3ddd0', '#f3ece0', '#dfe4dd'];

function onPage(floorIndex: number, [x, z]: FloorPoint): FloorPoint {
  return [MARGIN_M + floorIndex * (WIDTH_M + GAP_M) + x, MARGIN_M + TITLE_M + z];
}

/** The middle of a polygon's corners. */
function middle(polygon: readonly FloorPoint[]): FloorPoint {
  const sum = polygon.reduce<FloorPoint>(([x, z], [nextX, nextZ]) => [x + nextX, z + nextZ], [0, 0]);
  return [sum[0] / polygon.length, sum[1] / polygon.length];
}

const roomMarks = rooms.flatMap(({ name, floorIndex, polygon }, index): Mark[] => {
  const [x, y] = onPage(floorIndex, middle(polygon));
  const size = `${area(polygon).toFixed(1)} m²`;
  return [
    {
      kind: 'area',
      corners: polygon.map((corner) => onPage(floorIndex, corner)),
      fill: FILLS[index % FILLS.length] ?? '',
    },
    { kind: 'word', at: [x, y - 0.12], en: name.en, zh: name.zh, size_m: 0.2 },
    { kind: 'word', at: [x, y + 0.2], en: size, zh: size, size_m: 0.17 },
  ];
});

const titles = floors.map(
  ({ index, name }): Mark => ({ kind: 'word', at: onPage(index, [WIDTH_M / 2, -0.45]), ...name, size_m: 0.34 }),
);

const [doorX, , doorZ] = entryDoor.position;
const door: Mark = {
  kind: 'door',
  from: onPage(0, [doorX - entryDoor.width_m / 2, doorZ]),
  to: onPage(0, [doorX + entryDoor.width_m / 2, doorZ]),
};

export const planMarks: readonly Mark[] = [
  ...titles,
  ...roomMarks,
  door,
  ...observers.map(
    ({ floorIndex, standingPosition: [x, , z] }): Mark => ({ kind: 'dot', at: onPage(floorIndex, [x, z]) }),
  ),
];
