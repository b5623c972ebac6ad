import type { Area } from '../geometry/area.ts';

/** Something to show in a picture, and how much room it takes; all in CSS pixels. */
export interface Spot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /**
   * `way`: a viewpoint, thinned where it is crowded. `point`: a dot, with words beside it. `name`: words, and a dot where they have no
   * room. `held`: a dot that shows whatever is near, as it can be dragged, with words beside it. `free`: takes no room and gives none.
   */
  readonly role: 'way' | 'point' | 'name' | 'held' | 'free';
  /** Size of its words when they should show; undefined for none. */
  readonly words: { readonly width: number; readonly height: number } | undefined;
  /** Shown whatever is in its way: what is selected, has the focus, or is where one stands. */
  readonly isPinned: boolean;
}

/** Where the words of a spot stand: as they always do, or moved aside to where there is room. */
export type Side = 'usual' | 'other' | 'above' | 'below';

/** What became of one spot. */
export type Placed =
  | {
      readonly kind: 'shown';
      readonly words: Side | undefined;
      /** How far the words are moved to the right, in pixels, so that the picture's edge cuts nothing off them; 0 for most. */
      readonly shift: number;
      /** Ids of what it stands for besides itself. */
      readonly for: readonly string[];
    }
  /** A viewpoint among others: it shows without its number, and gets it when one comes closer. */
  | { readonly kind: 'speck' }
  /** Counted by another spot. */
  | { readonly kind: 'counted'; readonly by: string };

interface Box extends Area {
  readonly id: string;
}

/** Widths of dots with the gap around them: none is pressed by mistake for another. */
const DOT_PX = { way: 24, point: 26, name: 14, held: 14, free: 0 } as const;
/** Across of what a viewpoint keeps free of other viewpoints' dots: a plan full of numbers says nothing. */
const WAY_ROOM_PX = 52;
/** Across of where a dot that would cover a viewpoint looks for another to be counted by. */
const NEAR_WAY_PX = 64;
/** Between words and anything else. */
const GAP_PX = 2;
/** How far words are moved to stand above or below. */
const ASIDE_PX = 30;

/**
 * Finds room for everything in a picture, so that no shown words and no two dots cover each other. What has no room is counted by
 * what took it, or is a speck. The same spots are always laid out in the same way; earlier ones have the first choice.
 * @param covered Parts of the picture that something lies over, where words could not be read.
 * @param picture Words are placed within its edges where possible; anywhere by default.
 */
export function layOut(
  spots: readonly Spot[],
  covered: readonly Area[] = [],
  picture: Area = BOUNDLESS,
): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>();
  const members = new Map<string, string[]>();
  const ways = new Grid();
  const taken = new Grid();
  const show = (spot: Spot, words?: Side) => {
    const own = members.get(spot.id) ?? [];
    members.set(spot.id, own);
    const shift = words !== undefined && isCentred(spot, words) ? shiftOf(spot, picture) : 0;
    placed.set(spot.id, { kind: 'shown', words, shift, for: own });
  };
  const count = (id: string, by: string) => {
    members.get(by)?.push(id);
    placed.set(id, { kind: 'counted', by });
  };
  const putDot = (spot: Spot, width: number) => {
    const box = dotOf(spot, width);
    const blocking = taken.firstIn(box);
    if (blocking !== undefined) return count(spot.id, blocking.id);
    taken.add(box);
    show(spot);
  };
  const isFree = (box: Box) =>
    taken.firstIn(box) === undefined && ways.firstIn(box) === undefined && !covered.some((area) => isOver(box, area));
  const sideOf = (spot: Spot, isUsable: (box: Box) => boolean) => {
    const sides = sidesOf[spot.role];
    const boxAt = (side: Side) => boxOf(spot, side, picture);
    const inside = sides.find((side) => isWithin(boxAt(side), picture, GAP_PX) && isUsable(boxAt(side)));
    // Words leave the picture with their place; of a place that is in it they are whole.
    const mayBeCut = spot.isPinned || !isWithin(dotOf(spot, 0), picture);
    return inside ?? (mayBeCut ? sides.find((side) => isUsable(boxAt(side))) : undefined);
  };

  const pinned = spots.filter(({ isPinned, role }) => isPinned && role !== 'free');
  for (const spot of spots) if (spot.role === 'free') show(spot, spot.words && 'usual');
  const sideOfPinned = (spot: Spot) => spot.words && sideOf(spot, () => true);
  for (const spot of pinned) {
    show(spot, sideOfPinned(spot));
    if (spot.role === 'way') ways.add(dotOf(spot, DOT_PX.way));
    else taken.add(dotOf(spot, DOT_PX[spot.role]));
  }
  const others = spots.filter(({ isPinned, role }) => !isPinned && role !== 'free');
  for (const spot of others) {
    if (spot.role !== 'way') continue;
    const box = dotOf(spot, DOT_PX.way);
    if (ways.firstIn(dotOf(spot, WAY_ROOM_PX)) !== undefined) placed.set(spot.id, { kind: 'speck' });
    else {
      ways.add(box);
      show(spot);
    }
  }
  for (const spot of others) {
    if (spot.role !== 'held') continue;
    taken.add(dotOf(spot, DOT_PX.held));
    show(spot);
  }
  const points = others.filter(({ role }) => role === 'point');
  const isOnWay = (spot: Spot) => ways.firstIn(dotOf(spot, DOT_PX.point)) !== undefined;
  for (const spot of points) if (!isOnWay(spot)) putDot(spot, DOT_PX.point);
  // A viewpoint is covered only by what has nothing near by to be counted with.
  for (const spot of points) {
    if (!isOnWay(spot)) continue;
    const near = taken.firstIn(dotOf(spot, NEAR_WAY_PX));
    if (near === undefined) putDot(spot, DOT_PX.point);
    else count(spot.id, near.id);
  }
  // The words of a pinned mark may cover dots; other words keep clear of them.
  for (const spot of pinned) {
    const side = sideOfPinned(spot);
    if (side !== undefined) taken.add(boxOf(spot, side, picture));
  }
  for (const role of ['name', 'point', 'held'] as const) {
    for (const spot of others) {
      if (spot.role !== role) continue;
      if (role === 'point' && (placed.get(spot.id)?.kind !== 'shown' || members.get(spot.id)?.length)) continue;
      const side = spot.words && sideOf(spot, isFree);
      if (side !== undefined) {
        taken.add(boxOf(spot, side, picture));
        show(spot, side);
      } else if (role === 'name') putDot(spot, DOT_PX.name);
    }
  }
  return placed;
}

const BOUNDLESS: Area = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Where words may stand, the usual place first. */
const sidesOf: { readonly [Role in Spot['role']]: readonly Side[] } = {
  name: ['usual', 'above', 'below'],
  point: ['usual', 'other', 'above', 'below'],
  held: ['usual', 'other', 'above', 'below'],
  way: ['usual'],
  free: ['usual'],
};

function dotOf({ id, x, y }: Spot, width: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - width / 2, bottom: y + width / 2, id };
}

/** Where words of a spot stand; of one without words, its place. */
function boxOf(spot: Spot, side: Side, picture: Area): Box {
  const { id, x, y, words: { width, height } = NO_WORDS } = spot;
  const middle = y + (side === 'above' ? -ASIDE_PX : side === 'below' ? ASIDE_PX : 0);
  const left = isCentred(spot, side) ? x - width / 2 + shiftOf(spot, picture) : side === 'other' ? x - width : x;
  const [top, bottom] = [middle - height / 2, middle + height / 2];
  return { id, left: left - GAP_PX, right: left + width + GAP_PX, top: top - GAP_PX, bottom: bottom + GAP_PX };
}

const NO_WORDS = { width: 0, height: 0 } as const;

/** Words that stand on, above or below their place, and not beside it. */
const isCentred = ({ role }: Spot, side: Side): boolean => role === 'name' || side === 'above' || side === 'below';

/** @returns How far centred words are moved to the right to be in the picture; never so far that they leave their place. */
function shiftOf({ x, words: { width } = NO_WORDS }: Spot, picture: Area): number {
  const half = width / 2;
  const [least, most] = [picture.left + GAP_PX + half, picture.right - GAP_PX - half];
  const inside = least > most ? least : Math.min(most, Math.max(least, x));
  return Math.min(half, Math.max(-half, inside - x));
}

/** Side of a cell of the grid, in pixels: about what most boxes take. */
const CELL_PX = 64;

/** Cells a row has, and how far left and above of the picture they begin: far enough for any words. */
const ROW = 8192;
const BEFORE = 64;

/** Boxes, found by where they lie. */
class Grid {
  readonly #cells = new Map<number, Box[]>();

  add(box: Box): void {
    for (const cell of cellsOf(box)) {
      const boxes = this.#cells.get(cell);
      if (boxes === undefined) this.#cells.set(cell, [box]);
      else boxes.push(box);
    }
  }

  /** @returns A box of another spot that covers part of this one. */
  firstIn(box: Box): Box | undefined {
    for (const cell of cellsOf(box)) {
      for (const other of this.#cells.get(cell) ?? []) if (other.id !== box.id && isOver(box, other)) return other;
    }
    return undefined;
  }
}

function cellsOf({ left, top, right, bottom }: Box): readonly number[] {
  const cells: number[] = [];
  const [firstX, lastX] = [Math.floor(left / CELL_PX) + BEFORE, Math.floor(right / CELL_PX) + BEFORE];
  const [firstY, lastY] = [Math.floor(top / CELL_PX) + BEFORE, Math.floor(bottom / CELL_PX) + BEFORE];
  for (let x = firstX; x <= lastX; x++) for (let y = firstY; y <= lastY; y++) cells.push(y * ROW + x);
  return cells;
}

function isOver(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** @param margin How far it may reach over the edges. */
function isWithin({ left, top, right, bottom }: Area, whole: Area, margin = 0): boolean {
  return (
    whole.left - left <= margin &&
    right - whole.right <= margin &&
    whole.top - top <= margin &&
    bottom - whole.bottom <= margin
  );
}
