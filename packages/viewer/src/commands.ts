import type { Command, Movement } from './command.ts';
import { directionTo, turnBetween } from './geometry/direction.ts';
import type { ModelStage } from './model/open-model-stage.ts';
import type { PanoramaViewer } from './panorama/scene.ts';
import type { Tour, Viewpoint } from './tour/tour.ts';

export const views = ['panorama', 'model', 'plan'] as const;
export type ViewName = (typeof views)[number];

/** @throws {RangeError} If there is no such view. */
export function knownView(name: ViewName): ViewName {
  if (views.includes(name)) return name;
  throw new RangeError(`There is no view "${name}": it is one of ${views.join(', ')}.`);
}

/** What moves a floor plan. */
export interface PlanControl {
  /** Shares of the plan's size, to the right and down; a factor above 1 comes closer. */
  move(right: number, down: number, closer?: number): void;
  /** Everything in view again. */
  reset(): void;
  /** What it shows; undefined while it has no size. */
  look(): PlanLook | undefined;
}

/** What of its floor a plan shows. */
export interface PlanLook {
  /** The middle, in metres. */
  readonly x: number;
  readonly z: number;
  /** How much closer than the whole plan; 1 shows all of it. */
  readonly zoom: number;
}

const commandOfKey: Readonly<Record<string, Command>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'ahead',
  ArrowDown: 'back',
  PageUp: 'up',
  PageDown: 'down',
  '+': 'closer',
  '=': 'closer',
  '-': 'further',
  Home: 'reset',
  n: 'north',
  p: 'play',
  m: 'measure',
};

/** @returns What a key does while the stage has the focus; a letter does it in either case. */
export const commandOf = (key: string): Command | undefined => commandOfKey[key.length === 1 ? key.toLowerCase() : key];

/** Something that is there while it is open. */
interface Held<Part> {
  readonly current: Part | null;
}

/** What the commands act upon; each is there while its view is open. */
export interface StageParts {
  readonly panorama: Held<PanoramaViewer | null>;
  readonly model: Held<ModelStage | null>;
  readonly plan: Held<PlanControl | null>;
}

/** A step of a key: radians of a turn in the panorama and around the model, a share of the plan. */
const STEP = { turn: Math.PI / 12, orbit: Math.PI / 16, plan: 0.12 } as const;
/** How much closer one press comes. */
const CLOSER = 1.25;
/** How far beside the line of sight, in radians, a way still counts as ahead. */
const AHEAD = Math.PI / 3;

/** @returns What carries out a command in the view that shows; walking is told by the key of the viewpoint. */
export function runCommand(
  { panorama, model, plan }: StageParts,
  view: ViewName,
  walk: { readonly tour: Tour; readonly at: Viewpoint | undefined; readonly to: (key: string) => void },
  command: Movement,
): void {
  const [right, down] = [sign(command, 'right', 'left'), sign(command, 'back', 'ahead') + sign(command, 'down', 'up')];
  const closer = command === 'closer' ? CLOSER : command === 'further' ? 1 / CLOSER : 1;
  if (view === 'plan') {
    if (command === 'reset') plan.current?.reset();
    else plan.current?.move(right * STEP.plan, down * STEP.plan, closer);
    return;
  }
  if (view === 'model') {
    if (command === 'reset') model.current?.reset();
    else model.current?.orbit(right * STEP.orbit, down * STEP.orbit, 1 / closer);
    return;
  }
  const viewer = panorama.current;
  if (viewer === null) return;
  const { yaw, pitch, fov } = viewer.pose();
  if (command === 'ahead' || command === 'back') {
    const next = walk.at && wayTowards(walk.tour, walk.at, command === 'ahead' ? yaw : yaw + Math.PI);
    if (next !== undefined) walk.to(next.key);
  } else if (command === 'reset') {
    viewer.turn({ pitch: 0, fov: 75 }, false);
  } else if (command === 'north') {
    viewer.turn({ yaw: 0 }, false);
  } else {
    const looking = sign(command, 'up', 'down');
    viewer.turn({ yaw: yaw + right * STEP.turn, pitch: pitch + looking * STEP.turn, fov: fov / closer }, true);
  }
}

function sign(command: Movement, positive: Movement, negative: Movement): number {
  return command === positive ? 1 : command === negative ? -1 : 0;
}

/** @returns The viewpoint one walks to in a direction; undefined when no way leads there. */
export function wayTowards(tour: Tour, at: Viewpoint, yaw: number): Viewpoint | undefined {
  const ways = at.links
    .flatMap((index) => tour.byIndex.get(index) ?? [])
    .map((to) => ({ to, aside: Math.abs(turnBetween(yaw, directionTo(at.position, to.position).yaw)) }))
    .filter(({ aside }) => aside <= AHEAD)
    .sort((a, b) => a.aside - b.aside);
  return ways[0]?.to;
}
