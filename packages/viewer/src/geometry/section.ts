/**
 * Cuts a model level, as floor plans are drawn.
 * @param positions Corners of triangles in metres, nine numbers a triangle.
 * @param height Where to cut, in metres.
 * @returns Path data of an SVG in metres: x to the right, z downwards; empty where the model has nothing.
 */
export function sectionAt(positions: ArrayLike<number>, height: number): string {
  const drawn = new Set<string>();
  for (let at = 0; at + 8 < positions.length; at += 9) {
    const ends: string[] = [];
    for (let corner = 0; corner < 3; corner++) {
      const crossing = crossingOf(positions, at + corner * 3, at + ((corner + 1) % 3) * 3, height);
      if (crossing !== undefined) ends.push(crossing);
    }
    const [from, to] = ends;
    // Two triangles that share an edge would draw it twice.
    if (from !== undefined && to !== undefined && from !== to)
      drawn.add(from < to ? `M${from}L${to}` : `M${to}L${from}`);
  }
  return [...drawn].join('');
}

/** Where the edge between two corners passes the height, to the millimetre. */
function crossingOf(positions: ArrayLike<number>, a: number, b: number, height: number): string | undefined {
  const [from = 0, to = 0] = [positions[a + 1], positions[b + 1]];
  // Half-open, so that a corner at the very height counts with one of its edges only.
  if (from < height === to < height) return undefined;
  const share = (height - from) / (to - from);
  const along = (axis: number) => {
    const [start = 0, end = 0] = [positions[a + axis], positions[b + axis]];
    return Number((start + (end - start) * share).toFixed(3));
  };
  return `${along(0)} ${along(2)}`;
}
