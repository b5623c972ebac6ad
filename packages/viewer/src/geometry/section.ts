/**
 * Cuts a model level, as floor plans are drawn.
 * @param positions Corners of triangles in metres, nine numbers a triangle.
 * @param height Where to cut, in metres.
 * @param smallest Outlines that are smaller than this from corner to corner of their extent, in metres, are left out:
 *   legs of chairs and leaves of plants are specks in a plan.
 * @param digits Of a metre, that numbers are written with.
 * @returns Path data of an SVG in metres: x to the right, z downwards; empty where the model has nothing.
 */
export function sectionAt(positions: ArrayLike<number>, height: number, smallest = 0, digits = 3): string {
  const drawn = new Map<string, readonly [Point, Point]>();
  for (let at = 0; at + 8 < positions.length; at += 9) {
    const ends: Point[] = [];
    for (let corner = 0; corner < 3; corner++) {
      const crossing = crossingOf(positions, at + corner * 3, at + ((corner + 1) % 3) * 3, { height, digits });
      if (crossing !== undefined) ends.push(crossing);
    }
    const [from, to] = ends;
    if (from === undefined || to === undefined) continue;
    const [a, b] = [from.join(' '), to.join(' ')];
    // Two triangles that share an edge would draw it twice.
    if (a !== b) drawn.set(a < b ? `M${a}L${b}` : `M${b}L${a}`, [from, to]);
  }
  const sizeOf = sizesOf([...drawn.values()]);
  let path = '';
  for (const [line, ends] of drawn) if (sizeOf(ends) >= smallest) path += line;
  return path;
}

type Point = readonly [x: number, z: number];

/** Where the edge between two corners passes the height. */
function crossingOf(
  positions: ArrayLike<number>,
  a: number,
  b: number,
  { height, digits }: { readonly height: number; readonly digits: number },
): Point | undefined {
  const [from = 0, to = 0] = [positions[a + 1], positions[b + 1]];
  // Half-open, so that a corner at the very height counts with one of its edges only.
  if (from < height === to < height) return undefined;
  const share = (height - from) / (to - from);
  const along = (axis: number) => {
    const [start = 0, end = 0] = [positions[a + axis], positions[b + axis]];
    return Number((start + (end - start) * share).toFixed(digits));
  };
  return [along(0), along(2)];
}

/** Lines that belong to one outline, as a tree that leads to its first. */
interface Outline {
  whole: Outline | undefined;
  low: [number, number];
  high: [number, number];
}

/** Ends that are this near to each other, in metres, belong together: planks of a wall have gaps. */
const TOGETHER_M = 0.02;

/** @returns How large the outline that a line belongs to is, from corner to corner of its extent. */
function sizesOf(lines: readonly (readonly [Point, Point])[]): (line: readonly [Point, Point]) => number {
  const outlines = new Map<string, Outline>();
  const nameOf = (point: Point) => point.map((value) => Math.round(value / TOGETHER_M)).join(' ');
  const at = (point: Point): Outline => {
    const name = nameOf(point);
    const known = outlines.get(name);
    if (known) return wholeOf(known);
    const made: Outline = { whole: undefined, low: [...point], high: [...point] };
    outlines.set(name, made);
    return made;
  };
  for (const [from, to] of lines) {
    const whole = at(from);
    const other = at(to);
    for (const axis of [0, 1] as const) {
      whole.low[axis] = Math.min(whole.low[axis], other.low[axis], from[axis], to[axis]);
      whole.high[axis] = Math.max(whole.high[axis], other.high[axis], from[axis], to[axis]);
    }
    if (other !== whole) other.whole = whole;
  }
  return ([from]) => {
    const { low, high } = at(from);
    return Math.hypot(high[0] - low[0], high[1] - low[1]);
  };
}

/** @returns The outline that one is a part of by now; the way there is made short for the next who asks. */
function wholeOf(outline: Outline): Outline {
  let whole = outline;
  while (whole.whole) whole = whole.whole;
  if (outline !== whole) outline.whole = whole;
  return whole;
}
