/**
 * A bounding volume hierarchy over triangles, built top-down with the surface area heuristic in 16 bins,
 * and flattened into typed arrays.
 */

const BINS = 16;
const LEAF_SIZE = 3;
const LARGEST_CHEAP_LEAF = 6;

export interface Bvh {
  /** Twelve numbers an inner node: min and max of the left child's box, then of the right child's. */
  readonly boxes: Float32Array;
  /** Two entries an inner node: an inner node's number, or the complement of `first * 8 + count` for a leaf. */
  readonly children: Int32Array;
  /** Triangle numbers in leaf order. */
  readonly order: Uint32Array;
}

type Box = [number, number, number, number, number, number];
type Node = { readonly box: Box } & (
  | { readonly first: number; readonly count: number }
  | { readonly left: Node; readonly right: Node }
);

const emptyBox = (): Box => [1e9, 1e9, 1e9, -1e9, -1e9, -1e9];

function growBox(box: Box, from: ArrayLike<number>, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (from[at + axis]! < box[axis]!) box[axis] = from[at + axis]!;
    if (from[at + 3 + axis]! > box[3 + axis]!) box[3 + axis] = from[at + 3 + axis]!;
  }
}

/** Half the surface of a box; the factor of two cancels in the heuristic. */
function halfArea(box: Box): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}

/** @param corners Nine numbers a triangle. */
export function buildBvh(corners: Float32Array): Bvh {
  const count = corners.length / 9;
  const bounds = new Float32Array(count * 6);
  const centres = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const a = corners[i * 9 + axis]!;
      const b = corners[i * 9 + 3 + axis]!;
      const c = corners[i * 9 + 6 + axis]!;
      const low = Math.min(a, b, c);
      const high = Math.max(a, b, c);
      bounds[i * 6 + axis] = low;
      bounds[i * 6 + 3 + axis] = high;
      centres[i * 3 + axis] = (low + high) / 2;
    }
  }
  const order = new Uint32Array(count).map((_, i) => i);

  const boxOf = (first: number, end: number): Box => {
    const box = emptyBox();
    for (let i = first; i < end; i++) growBox(box, bounds, order[i]! * 6);
    return box;
  };

  const centreRange = (first: number, end: number): Box => {
    const box = emptyBox();
    for (let i = first; i < end; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const v = centres[order[i]! * 3 + axis]!;
        if (v < box[axis]!) box[axis] = v;
        if (v > box[3 + axis]!) box[3 + axis] = v;
      }
    }
    return box;
  };

  const binOf = (triangle: number, axis: number, low: number, width: number): number =>
    Math.min(BINS - 1, (((centres[triangle * 3 + axis]! - low) / width) * BINS) | 0);

  /** The cheapest plane between bins, over all three axes. */
  const bestSplit = (first: number, end: number, range: Box) => {
    let best = { cost: Infinity, axis: -1, bin: 0 };
    for (let axis = 0; axis < 3; axis++) {
      const width = range[3 + axis]! - range[axis]!;
      if (width < 1e-7) continue;
      const counts = new Int32Array(BINS);
      const boxes = Array.from({ length: BINS }, emptyBox);
      for (let i = first; i < end; i++) {
        const bin = binOf(order[i]!, axis, range[axis]!, width);
        counts[bin]!++;
        growBox(boxes[bin]!, bounds, order[i]! * 6);
      }
      const areaRight = new Float64Array(BINS);
      const countRight = new Int32Array(BINS);
      let growing = emptyBox();
      let running = 0;
      for (let bin = BINS - 1; bin > 0; bin--) {
        growBox(growing, boxes[bin]!, 0);
        running += counts[bin]!;
        areaRight[bin] = running > 0 ? halfArea(growing) : 0;
        countRight[bin] = running;
      }
      growing = emptyBox();
      running = 0;
      for (let bin = 0; bin < BINS - 1; bin++) {
        growBox(growing, boxes[bin]!, 0);
        running += counts[bin]!;
        if (running === 0 || countRight[bin + 1] === 0) continue;
        const cost = halfArea(growing) * running + areaRight[bin + 1]! * countRight[bin + 1]!;
        if (cost < best.cost) best = { cost, axis, bin };
      }
    }
    return best;
  };

  const build = (first: number, end: number): Node => {
    const box = boxOf(first, end);
    const size = end - first;
    if (size <= LEAF_SIZE) return { box, first, count: size };
    const range = centreRange(first, end);
    const split = bestSplit(first, end, range);
    let middle = (first + end) >> 1;
    if (split.axis >= 0) {
      if (size <= LARGEST_CHEAP_LEAF && split.cost >= halfArea(box) * size) return { box, first, count: size };
      const low = range[split.axis]!;
      const width = range[3 + split.axis]! - low;
      let i = first;
      let j = end - 1;
      while (i <= j) {
        if (binOf(order[i]!, split.axis, low, width) <= split.bin) i++;
        else {
          const swapped = order[i]!;
          order[i] = order[j]!;
          order[j--] = swapped;
        }
      }
      if (i !== first && i !== end) middle = i;
    }
    return { box, left: build(first, middle), right: build(middle, end) };
  };

  return { ...flatten(build(0, count)), order };
}

function flatten(root: Node): { boxes: Float32Array; children: Int32Array } {
  const numbers = new Map<Node, number>();
  const visit = (node: Node): void => {
    if ('count' in node) return;
    numbers.set(node, numbers.size);
    visit(node.left);
    visit(node.right);
  };
  visit(root);
  const boxes = new Float32Array(numbers.size * 12);
  const children = new Int32Array(numbers.size * 2);
  for (const [node, number] of numbers) {
    if ('count' in node) continue;
    [node.left, node.right].forEach((child, side) => {
      boxes.set(child.box, number * 12 + side * 6);
      children[number * 2 + side] = 'count' in child ? ~(child.first * 8 + child.count) : numbers.get(child)!;
    });
  }
  return { boxes, children };
}
