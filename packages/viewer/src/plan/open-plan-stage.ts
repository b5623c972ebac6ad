import type { PlanControl, PlanLook } from '../commands.ts';
import { type Area, areasIn } from '../geometry/area.ts';
import type { Camera } from '../geometry/camera.ts';
import { around, fitted, fittedBeside, frameAround, moved, type PlanFrame, planCamera } from '../geometry/plan.ts';
import type { Vector } from '../geometry/vector.ts';
import { onDrag } from '../panorama/on-drag.ts';
import { linksOf } from '../tour/links.ts';
import type { Tour } from '../tour/tour.ts';
import type { PlanCuts } from './cut-plan.ts';
import { openPlanPicture } from './open-plan-picture.ts';

interface PlanOptions {
  /** Filled with the plan; anything else in it stays. */
  readonly container: HTMLElement;
  readonly tour: Tour;
  /** Told when it moves or zooms, and once it has a size. */
  readonly onMove: () => void;
  /** @returns Elements that cover the plan, such as its buttons: the whole of it is in view beside them. */
  readonly covers: () => Iterable<Element>;
}

/** One floor of a tour from above. */
export interface PlanStage extends PlanControl {
  /** Undefined while it has no size. */
  camera(): Camera | undefined;
  /** @param cuts What the floor looks like, undefined where no model tells. */
  setFloor(floor: number, cuts: PlanCuts | undefined): void;
  /** Moves so that a place is in the middle. */
  lookAt(place: Vector): void;
  /** Shows what a look says; undefined for everything. */
  lookFrom(look: PlanLook | undefined): void;
  destroy(): void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The ways that touch a floor. */
const linksOn = (tour: Tour, floor: number) =>
  linksOf(tour)
    .filter(([from, to]) => from.floor === floor || to.floor === floor)
    .map(([from, to]) => [from.place, to.place] as const);

export function openPlanStage({ container, tour, onMove, covers }: PlanOptions): PlanStage {
  const box = document.createElement('div');
  box.className = 'oh-plan';
  box.setAttribute('part', 'plan');
  const scale = document.createElement('div');
  scale.className = 'oh-plan-scale';
  scale.setAttribute('part', 'scale');
  container.prepend(box, scale);
  const picture = openPlanPicture(box, { grid: true });
  const places = placesOf(tour);
  let whole = frameAround(places);
  let content: Parameters<typeof picture.draw>[1] = { cuts: undefined, links: [] };
  let size: Size | undefined;
  let covered: readonly Area[] = [];
  let chosen: PlanFrame | undefined;
  /** Asked for before there was a size. */
  let wanted: PlanLook | undefined;

  const wholeIn = (room: Size): PlanFrame => fittedBeside(whole, room, covered, places);
  const frameIn = (room: Size): PlanFrame => (chosen === undefined ? wholeIn(room) : fitted(chosen, room));
  const paint = () => {
    if (size === undefined) return;
    const frame = frameIn(size);
    picture.draw(frame, content);
    const perMetre = size.width / frame.width;
    const metres = scaleOf(SCALE_PX / perMetre);
    scale.style.width = `${metres * perMetre}px`;
    scale.textContent = metres < 1000 ? `${metres} m` : `${metres / 1000} km`;
    onMove();
  };
  const choose = (frame: PlanFrame | undefined) => {
    chosen = frame && bounded(frame, whole);
    paint();
  };
  const move: PlanControl['move'] = (right, down, closer) => {
    if (size !== undefined) choose(moved(frameIn(size), right, down, closer));
  };
  const lookFrom = (look: PlanLook | undefined) => {
    wanted = size === undefined ? look : undefined;
    choose(look && size && around(moved(wholeIn(size), 0, 0, look.zoom), [look.x, 0, look.z]));
  };
  const fit = () => {
    covered = areasIn(box, covers());
    if (wanted === undefined || size === undefined) paint();
    else lookFrom(wanted);
  };
  const measure = () => {
    const { clientWidth: width, clientHeight: height } = box;
    if (width === 0 || height === 0) return;
    size = { width, height };
    fit();
  };
  const watch = new ResizeObserver(measure);
  for (const element of [box, ...covers()]) watch.observe(element);
  const endDrags = onDrag(box, {
    drag: (right, down) => move(-right / box.clientWidth, -down / box.clientHeight),
    zoom: (closer) => move(0, 0, closer),
  });

  return {
    move,
    reset: () => choose(undefined),
    look() {
      if (size === undefined) return undefined;
      const { x, z, width, depth } = frameIn(size);
      return { x: x + width / 2, z: z + depth / 2, zoom: wholeIn(size).width / width };
    },
    camera: () => size && planCamera(frameIn(size), size),
    setFloor(floor, cuts) {
      content = { cuts, links: linksOn(tour, floor) };
      // Where nobody can stand, the model is what there is to see.
      if (tour.viewpoints.length === 0 && cuts !== undefined) whole = frameAround([...cuts.extent, ...places]);
      fit();
    },
    lookAt(place) {
      if (size !== undefined) choose(around(frameIn(size), place));
    },
    lookFrom,
    destroy() {
      watch.disconnect();
      endDrags();
      picture.close();
      box.remove();
      scale.remove();
    },
  };
}

function placesOf(tour: Tour): readonly Vector[] {
  return [...tour.byKey.values()].flatMap(({ place, lines }) => [place, ...lines.flatMap(({ places }) => places)]);
}

/** How much closer one can come than the whole plan, and how much further away. */
const ZOOM = { closest: 24, furthest: 1.6 } as const;

function bounded(frame: PlanFrame, whole: PlanFrame): PlanFrame {
  const [least, most] = [whole.width / ZOOM.closest, Math.max(whole.width, whole.depth) * 2 * ZOOM.furthest];
  const width = Math.min(most, Math.max(least, frame.width));
  const scaled = moved(frame, 0, 0, frame.width / width);
  const keep = (start: number, length: number, from: number, extent: number) =>
    Math.min(from + extent - length / 4, Math.max(from - (length * 3) / 4, start));
  return {
    ...scaled,
    x: keep(scaled.x, scaled.width, whole.x, whole.width),
    z: keep(scaled.z, scaled.depth, whole.z, whole.depth),
  };
}

/** How wide a scale is at most. */
const SCALE_PX = 110;

/** @returns The longest round length that is no longer, in metres: 1, 2 or 5 times a power of ten. */
function scaleOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const times = [5, 2].find((factor) => factor * power <= most) ?? 1;
  // Products of powers below 1 have digits that nobody wrote.
  return Number((times * power).toPrecision(1));
}
