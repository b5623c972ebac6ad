import type { Vector3 } from '../wire/geometry.ts';
import type { LocalName } from '../wire/local-name.ts';

/**
 * Where everything in the demo loft is: viewpoints, rooms, furniture, the entry door and measured edges.
 *
 * Units are metres, angles radians. The world is right-handed with y up; the floor downstairs is y = 0.
 * The loft spans x 0…7.2 (window wall to bedroom wall) and z 0…5.4 (sofa wall to stairs wall). A mezzanine at
 * y = 2.8 covers x 4.37…7.2. This module is facts only; the geometry
 * in `demo/scene` is built around them and tested against them.
 */

export type FloorPoint = readonly [x: number, z: number];

export interface Observer {
  /** Position in `observers`, and the first part of the name of its six pictures. */
  readonly index: number;
  /** 0 downstairs (the stairs included), 1 on the mezzanine. */
  readonly floorIndex: number;
  readonly name: LocalName;
  /** The camera: 1.5 m above what one stands on. */
  readonly position: Vector3;
  /** The spot on the floor, tread or rug below the camera. */
  readonly standingPosition: Vector3;
  /** Observers whose camera can be seen from this camera. */
  readonly visible: readonly number[];
  /** Observers one walks to in one step; symmetric, and it joins both floors by the stairs. */
  readonly accessible: readonly number[];
}

export interface Room {
  readonly name: LocalName;
  readonly floorIndex: number;
  /** Outline on the floor, corner by corner, not repeated at the end. */
  readonly polygon: readonly FloorPoint[];
  readonly labelPosition: Vector3;
  readonly nearestObserver: number;
}

export interface Furniture {
  readonly key: string;
  readonly name: LocalName;
  readonly floorIndex: number;
  /** A point on the real surface, within two centimetres. */
  readonly position: Vector3;
  /** Outward unit normal of that surface. */
  readonly normal: Vector3;
  /** The observer from which the point is seen best. */
  readonly bestObserver: number;
}

export interface Ruler {
  readonly key: string;
  readonly name: LocalName;
  readonly floorIndex: number;
  readonly from: Vector3;
  readonly to: Vector3;
  /** True length; equals the distance between the two ends. */
  readonly length_m: number;
  readonly bestObserver: number;
}

export const CAMERA_HEIGHT_M = 1.5;
/** Room height of the living area. */
export const CEILING_HEIGHT_M = 5.2;
/** Top of the mezzanine floor. */
export const MEZZANINE_HEIGHT_M = 2.8;
/** Underside of the mezzanine: the ceiling of kitchen, hall and bathroom. */
export const LOW_CEILING_HEIGHT_M = 2.6;

/** The inner faces of the outer walls, the floor and the ceiling. */
export const extent = { min: [0, 0, 0] as Vector3, max: [7.2, CEILING_HEIGHT_M, 5.4] as Vector3 } as const;

export const floors = [
  { index: 0, name: { en: 'Ground floor', zh: '一层' }, height_m: 0 },
  { index: 1, name: { en: 'Mezzanine', zh: '夹层' }, height_m: MEZZANINE_HEIGHT_M },
] as const;

function observer(
  index: number,
  name: LocalName,
  [x, y, z]: Vector3,
  visible: readonly number[],
  accessible: readonly number[],
): Observer {
  const floorIndex = y >= MEZZANINE_HEIGHT_M ? 1 : 0;
  const position: Vector3 = [x, y + CAMERA_HEIGHT_M, z];
  return { index, floorIndex, name, position, standingPosition: [x, y, z], visible, accessible };
}

export const observers: readonly Observer[] = [
  observer(0, { en: 'Entry', zh: '玄关' }, [4.86, 0, 4.7], [1, 2, 3, 4, 5, 6, 7, 8, 9], [1]),
  observer(1, { en: 'Hall', zh: '过道' }, [4.82, 0, 3.7], [0, 2, 3, 4, 5, 6, 7, 8, 9], [0, 2, 3, 5]),
  observer(2, { en: 'Bathroom', zh: '卫生间' }, [5.95, 0, 4.2], [0, 1, 6, 7, 8], [1]),
  observer(3, { en: 'Kitchen', zh: '厨房' }, [5.6, 0, 2.25], [0, 1, 4, 5, 6, 7, 8, 9], [1, 4, 5]),
  observer(4, { en: 'Kitchen sink', zh: '厨房水槽' }, [5.6, 0, 1.25], [0, 1, 3, 5, 6, 7, 8, 9], [3, 5]),
  observer(
    5,
    { en: 'Between kitchen and living room', zh: '客厅与厨房之间' },
    [4.15, 0, 2.05],
    [0, 1, 3, 4, 6, 7, 8, 9],
    [1, 3, 4, 6],
  ),
  observer(6, { en: 'Living room', zh: '客厅' }, [3, 0, 2.42], [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11], [5, 7, 8]),
  observer(7, { en: 'By the window', zh: '窗边' }, [0.95, 0, 1.62], [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11], [6, 8]),
  observer(8, { en: 'Foot of the stairs', zh: '楼梯口' }, [1.2, 0, 3.68], [0, 1, 2, 3, 4, 5, 6, 7, 9, 10], [6, 7, 9]),
  observer(9, { en: 'On the stairs', zh: '楼梯上' }, [2.96, 1.4, 4.93], [0, 1, 3, 4, 5, 6, 7, 8, 10, 11], [8, 10]),
  observer(10, { en: 'Top of the stairs', zh: '楼梯顶' }, [4.8, 2.8, 4.7], [6, 7, 8, 9, 11], [9, 11]),
  observer(11, { en: 'Bedroom', zh: '卧室' }, [5.4, 2.8, 3.05], [6, 7, 9, 10], [10]),
];

export const rooms: readonly Room[] = [
  {
    name: { en: 'Living room', zh: '客厅' },
    floorIndex: 0,
    polygon: [
      [0, 0],
      [4.4, 0],
      [4.4, 2.6],
      [0, 2.6],
    ],
    labelPosition: [2.2, 0.02, 2.2],
    nearestObserver: 6,
  },
  {
    name: { en: 'Dining area', zh: '餐厅' },
    floorIndex: 0,
    polygon: [
      [0, 2.6],
      [4.4, 2.6],
      [4.4, 4.47],
      [1.5, 4.47],
      [1.5, 5.4],
      [0, 5.4],
    ],
    labelPosition: [2.75, 0.76, 3.45],
    nearestObserver: 8,
  },
  {
    name: { en: 'Stairs', zh: '楼梯' },
    floorIndex: 0,
    polygon: [
      [1.5, 4.47],
      [4.4, 4.47],
      [4.4, 5.4],
      [1.5, 5.4],
    ],
    labelPosition: [2.96, 1.41, 4.93],
    nearestObserver: 9,
  },
  {
    name: { en: 'Kitchen', zh: '厨房' },
    floorIndex: 0,
    polygon: [
      [4.4, 0],
      [7.2, 0],
      [7.2, 3.3],
      [4.4, 3.3],
    ],
    labelPosition: [5.6, 0.02, 1.75],
    nearestObserver: 3,
  },
  {
    name: { en: 'Entry hall', zh: '玄关' },
    floorIndex: 0,
    polygon: [
      [4.4, 3.3],
      [5.3, 3.3],
      [5.3, 5.4],
      [4.4, 5.4],
    ],
    labelPosition: [4.85, 0.02, 4.2],
    nearestObserver: 0,
  },
  {
    name: { en: 'Bathroom', zh: '卫生间' },
    floorIndex: 0,
    polygon: [
      [5.4, 3.4],
      [7.2, 3.4],
      [7.2, 5.4],
      [5.4, 5.4],
    ],
    labelPosition: [6.15, 0.02, 4.35],
    nearestObserver: 2,
  },
  {
    name: { en: 'Bedroom', zh: '卧室' },
    floorIndex: 1,
    polygon: [
      [4.4, 0],
      [7.2, 0],
      [7.2, 3.7],
      [4.4, 3.7],
    ],
    labelPosition: [5.3, 2.82, 2.95],
    nearestObserver: 11,
  },
  {
    name: { en: 'Study', zh: '书房' },
    floorIndex: 1,
    polygon: [
      [4.4, 3.7],
      [7.2, 3.7],
      [7.2, 5.4],
      [4.4, 5.4],
    ],
    labelPosition: [5.1, 2.82, 4.2],
    nearestObserver: 10,
  },
];

/** Inside face of the front door's leaf, at the floor. `rad` is the longitude of the way in: (−sin rad, 0, −cos rad). */
export const entryDoor = { position: [4.83, 0, 5.355] as Vector3, rad: 0, width_m: 0.84, height_m: 2.08 } as const;

function thing(
  key: string,
  name: LocalName,
  position: Vector3,
  normal: Vector3,
  bestObserver: number,
  floorIndex = 0,
): Furniture {
  return { key, name, floorIndex, position, normal, bestObserver };
}

export const furniture: readonly Furniture[] = [
  thing('sofa', { en: 'Bouclé sofa', zh: '布克莱沙发' }, [2.2, 0.22, 1.01], [0, 0, 1], 6),
  thing('floor_lamp', { en: 'Floor lamp', zh: '落地灯' }, [0.63, 1.58, 0.55], [0.69, 0.2, 0.695], 7),
  thing('painting', { en: 'Print “Dunes”', zh: '装饰画《沙丘》' }, [2.2, 1.86, 0.037], [0, 0, 1], 6),
  thing('coffee_table', { en: 'Coffee table', zh: '茶几' }, [2.3, 0.395, 1.95], [0, 1, 0], 6),
  thing('armchair', { en: 'Armchair', zh: '单人椅' }, [1.0, 0.47, 2.5], [0, 1, 0], 6),
  thing('window', { en: 'Mullioned window', zh: '落地格窗' }, [-0.09, 2.425, 2.35], [1, 0, 0], 6),
  thing('fig_tree', { en: 'Fig tree', zh: '琴叶榕' }, [0.536, 0.25, 4.463], [0.647, 0, -0.763], 8),
  thing('dining_table', { en: 'Dining table', zh: '餐桌' }, [2.6, 0.752, 3.2], [0, 1, 0], 6),
  thing('pendant', { en: 'Pendant lamp', zh: '吊灯' }, [2.75, 1.72, 3.25], [0, 0.4, -0.917], 6),
  thing('low_shelf', { en: 'Low bookshelf', zh: '矮书架' }, [4.0, 0.846, 4.9], [0, 1, 0], 5),
  thing('stairs', { en: 'Oak stairs', zh: '橡木楼梯' }, [2.14, 0.6, 4.93], [0, 1, 0], 8),
  thing('kitchen_tap', { en: 'Brass kitchen tap', zh: '黄铜水龙头' }, [5.9, 1.1, 0.102], [0, 0, 1], 4),
  thing('oven', { en: 'Oven', zh: '烤箱' }, [5.34, 0.45, 0.602], [0, 0, 1], 4),
  thing('worktop', { en: 'Terrazzo worktop', zh: '水磨石台面' }, [5.1, 0.915, 0.42], [0, 1, 0], 4),
  thing('fridge', { en: 'Built-in fridge', zh: '嵌入式冰箱' }, [6.518, 1.6, 2.26], [-1, 0, 0], 3),
  thing('entry_door', { en: 'Entry door', zh: '入户门' }, [4.95, 1.25, 5.352], [0, 0, -1], 0),
  thing('wash_basin', { en: 'Wash basin', zh: '洗手盆' }, [6.15, 0.9, 4.98], [-0.26, -0.3, -0.92], 2),
  thing('bed', { en: 'Double bed', zh: '双人床' }, [5.891, 3.358, 1.775], [0, 1, 0], 11, 1),
  thing('bedside_lamp', { en: 'Bedside lamp', zh: '床头灯' }, [6.82, 3.62, 2.78], [-0.97, 0.2, 0.1], 11, 1),
  thing('skylight', { en: 'Skylight', zh: '天窗' }, [5.85, 5.37, 2.0], [0, -1, 0], 11, 1),
  thing('desk', { en: 'Desk', zh: '书桌' }, [5.75, 3.548, 4.9], [0, 1, 0], 10, 1),
  thing('bookshelf', { en: 'Bookshelf', zh: '书架' }, [6.0, 4.15, 5.18], [0, 0, -1], 11, 1),
];

function ruler(
  key: string,
  name: LocalName,
  from: Vector3,
  to: Vector3,
  length_m: number,
  bestObserver: number,
  floorIndex = 0,
): Ruler {
  return { key, name, floorIndex, from, to, length_m, bestObserver };
}

export const rulers: readonly Ruler[] = [
  ruler('ceiling_height', { en: 'Ceiling height', zh: '层高' }, [3.55, 0, 0], [3.55, 5.2, 0], 5.2, 6),
  ruler(
    'low_ceiling_height',
    { en: 'Height below the mezzanine', zh: '夹层下净高' },
    [7.2, 0, 3.3],
    [7.2, 2.6, 3.3],
    2.6,
    3,
  ),
  ruler('window_width', { en: 'Window width', zh: '窗宽' }, [0, 0.35, 0.75], [0, 0.35, 3.95], 3.2, 6),
  ruler('window_height', { en: 'Window height', zh: '窗高' }, [0, 0.35, 3.95], [0, 4.5, 3.95], 4.15, 6),
  ruler('room_width', { en: 'Room width', zh: '房间宽度' }, [0, 0, 0], [0, 0, 5.4], 5.4, 6),
  ruler(
    'dining_table',
    { en: 'Dining table diameter', zh: '餐桌直径' },
    [2.19, 0.735, 3.45],
    [3.31, 0.735, 3.45],
    1.12,
    6,
  ),
  ruler('worktop', { en: 'Worktop length', zh: '台面长度' }, [4.605, 0.915, 0.63], [6.57, 0.915, 0.63], 1.965, 4),
  ruler(
    'entry_door_height',
    { en: 'Entry door height', zh: '入户门高' },
    [4.41, 0, 5.355],
    [4.41, 2.08, 5.355],
    2.08,
    0,
  ),
  ruler(
    'bathroom_door_width',
    { en: 'Bathroom door width', zh: '卫生间门宽' },
    [5.3, 0, 3.72],
    [5.3, 0, 4.58],
    0.86,
    1,
  ),
  ruler('headboard', { en: 'Headboard width', zh: '床头宽度' }, [7.11, 3.8, 0.6], [7.11, 3.8, 2.5], 1.9, 11, 1),
  ruler('desk', { en: 'Desk length', zh: '书桌长度' }, [5.25, 3.5475, 4.75], [6.75, 3.5475, 4.75], 1.5, 10, 1),
];

export interface GuideStop {
  readonly observer: number;
  /** Where to look: longitude λ points to (−sin λ, 0, −cos λ), latitude is upwards. */
  readonly longitude_rad: number;
  readonly latitude_rad: number;
  /** Horizontal field of view of the stop's thumbnail. */
  readonly fieldOfView_rad: number;
}

const DEGREE = Math.PI / 180;

function stop(observer: number, longitude_deg: number, latitude_deg: number, fieldOfView_deg: number): GuideStop {
  return {
    observer,
    longitude_rad: longitude_deg * DEGREE,
    latitude_rad: latitude_deg * DEGREE,
    fieldOfView_rad: fieldOfView_deg * DEGREE,
  };
}

/** A walk from the door to the bed; `assets/stops/<observer>.jpg` shows each view. */
export const guideStops: readonly GuideStop[] = [
  stop(0, 42, 2, 85),
  stop(1, 30, 0, 80),
  stop(2, 205, -6, 95),
  stop(3, -18, -6, 90),
  stop(4, -30, -14, 90),
  stop(5, 52, -4, 85),
  stop(6, 14, -4, 88),
  stop(7, -112, 6, 85),
  stop(8, -62, 10, 85),
  stop(9, 24, -14, 85),
  stop(10, -38, -6, 85),
  stop(11, -36, -4, 92),
];

/** The picture on the tour's card. */
export const cover: GuideStop = stop(6, 42, 0, 102);
