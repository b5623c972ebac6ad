import { type FloorPoint, rooms } from './places.ts';

/** Area of a polygon in square metres. */
export function area(polygon: readonly FloorPoint[]): number {
  const doubled = polygon.reduce((sum, [x, z], index) => {
    const [nextX, nextZ] = polygon[(index + 1) % polygon.length] ?? [x, z];
    return sum + x * nextZ - nextX * z;
  }, 0);
  return Math.abs(doubled) / 2;
}

/** The loft's floor area: its rooms together, without the walls between them. */
const floorArea_m2 = rooms.reduce((sum, { polygon }) => sum + area(polygon), 0);

export const areaText = `${Math.round(floorArea_m2)} m²`;
