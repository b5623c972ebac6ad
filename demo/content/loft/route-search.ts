import type { Payload } from '../wire/bundle.ts';
import { listed, type Vector3 } from '../wire/geometry.ts';
import type { LocalName } from '../wire/local-name.ts';
import { CUSTOM_ID, FILES, observerAt, USER_ID } from './loft.ts';

type Route = Payload<'route-search'>['list'][number];

const GREEN = '#256847';
const CLAY = '#b4512a';

const line = (texture: string) => ({
  visible: true,
  width: 0.3,
  unit_length: 0.5,
  scale: 1,
  opacity: 1,
  background_opacity: 0.6,
  border_opacity: 1,
  texture: { key: texture },
});

const sign = (key: 'start' | 'end', position: Vector3, text: string) => ({
  id: key,
  position: listed(position),
  data: { key, text, icon_url: `${FILES}icons/route-${key}.svg` },
});

/** Where people stand at the stops of a walk. */
const stops = (walk: readonly number[]) => walk.map((index) => observerAt(index).standingPosition);

interface RoutePlan {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly color: string;
  readonly texture: string;
  /** Names on the two signs. */
  readonly signs: readonly [start: LocalName, end: LocalName];
  readonly points: readonly Vector3[];
  readonly floors: readonly number[];
  /** Observers along the way; null when the route is drawn in the model only. */
  readonly panos: readonly number[] | null;
  readonly curve: { readonly type: string; readonly curve_type: string; readonly tension: number };
}

function route(plan: RoutePlan, place: number): Route {
  const { points } = plan;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError(`${plan.name} has no points`);
  return {
    id: plan.id,
    custom_id: CUSTOM_ID,
    user_id: USER_ID,
    name: plan.name,
    type: plan.type,
    display_index: place + 1,
    pano_group: plan.panos === null ? null : [...plan.panos],
    visible_floor_indexes: [...plan.floors],
    model_style_config: {
      ...line(plan.texture),
      color: plan.color,
      background_color: '#ffffff',
      border_color: plan.color,
      start_tag: sign('start', first, plan.signs[0].en),
      end_tag: sign('end', last, plan.signs[1].zh),
    },
    panorama_style_config: { ...line(plan.texture), visible: plan.panos !== null },
    path: [{ ...plan.curve, points: points.map(listed) }],
  };
}

const CURVED = { type: 'curve', curve_type: 'catmullrom', tension: 0.5 } as const;
const STRAIGHT = { type: 'line', curve_type: '', tension: 0 } as const;

function walk(
  id: number,
  name: string,
  type: string,
  panos: readonly number[],
  look: Pick<RoutePlan, 'color' | 'texture'>,
): Omit<RoutePlan, 'curve'> {
  const observers = panos.map(observerAt);
  const ends = [observers[0], observers.at(-1)].flatMap((end) => (end === undefined ? [] : [end.name]));
  const [start, end] = ends;
  if (start === undefined || end === undefined) throw new RangeError(`${name} leads nowhere`);
  const floors = [...new Set(observers.map(({ floorIndex }) => floorIndex))].sort();
  return { id, name, type, ...look, signs: [start, end], points: stops(panos), floors, panos };
}

/** On the floor in front of tap, hob and fridge. */
const KITCHEN_TRIANGLE: readonly Vector3[] = [
  [5.9, 0, 1.1],
  [6.2, 0, 1.3],
  [6.2, 0, 2.2],
  [5.9, 0, 1.1],
];

const plans: readonly RoutePlan[] = [
  {
    ...walk(440_001, 'From the door to the sofa · 从玄关到沙发', 'visit', [0, 1, 5, 6], {
      color: GREEN,
      texture: 'arrow',
    }),
    curve: CURVED,
  },
  {
    ...walk(440_002, 'Up to the bedroom · 上楼到卧室', 'visit', [6, 8, 9, 10, 11], { color: GREEN, texture: 'arrow' }),
    curve: CURVED,
  },
  {
    ...walk(440_003, 'Way out from the bedroom · 疏散路线', 'escape', [11, 10, 9, 8, 6, 5, 1, 0], {
      color: CLAY,
      texture: 'stripes',
    }),
    curve: STRAIGHT,
  },
  {
    id: 440_004,
    name: 'Kitchen work triangle',
    type: 'plan',
    color: CLAY,
    texture: 'dots',
    signs: [
      { en: 'Tap', zh: '水龙头' },
      { en: 'Tap', zh: '水龙头' },
    ],
    points: KITCHEN_TRIANGLE,
    floors: [0],
    panos: null,
    curve: STRAIGHT,
  },
];

export const routeSearch: Payload<'route-search'> = { list: plans.map(route) };
