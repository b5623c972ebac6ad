import { type PlanLook, type ViewName, views } from './commands.ts';
import type { OutsideView } from './model/open-model-stage.ts';
import type { Pose } from './panorama/scene.ts';
import { type Tour, thingKinds } from './tour/tour.ts';

/** The current view, as far as it is known: viewpoint, direction and selection. */
export interface ViewState {
  readonly view?: ViewName | undefined;
  /** Index of a viewpoint. */
  readonly at?: number | undefined;
  /** Key of the selected thing. */
  readonly selected?: string | undefined;
  /** Which way one looks: of the view that shows, the others start as always. */
  readonly pose?: Pose | undefined;
  readonly outside?: OutsideView | undefined;
  readonly plan?: PlanLook | undefined;
  /** Which floor the plan shows. */
  readonly floor?: number | undefined;
}

/** A hundredth of a degree is less than a pixel of any view; a millimetre and a thousandth are as well. */
const DIGITS = { degrees: 2, metres: 3, zoom: 3 } as const;

/**
 * @returns The state as text that an address or an attribute can hold unchanged, as in
 *   `view=panorama&at=6&look=-12.5,3,75&on=tag-3`. Angles are in degrees, places in metres; `look` is yaw, pitch and field of
 *   view of a panorama; azimuth, angle from straight above and zoom of a model; middle (x, z) and zoom of a plan.
 */
export function writeViewState({ view, at, selected, pose, outside, plan, floor }: ViewState): string {
  const parts: (string | undefined)[] = [
    view && `view=${view}`,
    at === undefined ? undefined : `at=${at}`,
    view === 'plan' && floor !== undefined ? `floor=${floor}` : undefined,
  ];
  if (view === 'panorama' && pose !== undefined)
    parts.push(`look=${degrees(pose.yaw)},${degrees(pose.pitch)},${written(pose.fov, DIGITS.degrees)}`);
  if (view === 'model' && outside !== undefined) {
    const { azimuth, polar, zoom, middle } = outside;
    parts.push(`look=${degrees(azimuth)},${degrees(polar)},${written(zoom, DIGITS.zoom)}`);
    parts.push(`around=${middle.map((value) => written(value, DIGITS.metres)).join(',')}`);
  }
  if (view === 'plan' && plan !== undefined) {
    const [x, z] = [plan.x, plan.z].map((value) => written(value, DIGITS.metres));
    parts.push(`look=${x},${z},${written(plan.zoom, DIGITS.zoom)}`);
  }
  if (selected !== undefined) parts.push(`on=${selected}`);
  return parts.filter((part) => part !== undefined && part !== '').join('&');
}

/**
 * Reads a text of `writeViewState`. It may be damaged, or of another tour: what names nothing of this tour, or is no number,
 * is left out, and so is what this version does not know.
 */
export function readViewState(text: string, tour: Tour): ViewState {
  const told = new URLSearchParams(text);
  const at = wholeNumber(told.get('at'));
  const selected = told.get('on') ?? '';
  const floor = wholeNumber(told.get('floor'));
  const view = views.find((one) => one === told.get('view'));
  const look = numbers(told.get('look'), 3);
  const around = numbers(told.get('around'), 3);
  const [first = 0, second = 0, third = 0] = look ?? [];
  return {
    view: view === 'panorama' && tour.viewpoints.length === 0 ? undefined : view,
    at: at !== undefined && tour.byIndex.has(at) ? at : undefined,
    selected: tour.byKey.has(selected) || mayCome(selected, tour) ? selected : undefined,
    floor: tour.floors.some(({ index }) => index === floor) ? floor : undefined,
    pose: look && view === 'panorama' ? { yaw: radians(first), pitch: radians(second), fov: third } : undefined,
    outside:
      look && around && view === 'model' && third > 0
        ? {
            azimuth: radians(first),
            polar: radians(second),
            zoom: third,
            middle: [around[0] ?? 0, around[1] ?? 0, around[2] ?? 0],
          }
        : undefined,
    plan: look && view === 'plan' && third > 0 ? { x: first, z: second, zoom: third } : undefined,
  };
}

/**
 * Whether a key names something of a list that the tour has nothing of: its read may have been refused for now, and what is
 * dropped here is gone from the address too.
 */
function mayCome(key: string, { things }: Tour): boolean {
  const [, name] = /^([a-z]+)-\d{1,9}$/.exec(key) ?? [];
  return thingKinds.some((kind) => kind === name && kind !== 'viewpoint' && things[kind].length === 0);
}

function degrees(value: number): string {
  return written((value * 180) / Math.PI, DIGITS.degrees);
}

const radians = (value: number) => (value * Math.PI) / 180;

function written(value: number, digits: number): string {
  const factor = 10 ** digits;
  // Adding 0 makes 0 of −0.
  return String(Math.round(value * factor) / factor + 0);
}

/** Places and angles beyond this are no one's view. */
const FURTHEST = 1e7;

function numbers(text: string | null, count: number): readonly number[] | undefined {
  const parts = (text ?? '').split(',');
  const values = parts.map((part) => (/^-?\d+(\.\d+)?$/.test(part) ? Number(part) : Number.NaN));
  return values.length === count && values.every((value) => Math.abs(value) <= FURTHEST) ? values : undefined;
}

function wholeNumber(text: string | null): number | undefined {
  return /^-?\d{1,15}$/.test(text ?? '') ? Number(text) : undefined;
}
