import { describe, expect, test } from 'vitest';
import { onDrag } from './on-drag.ts';

/** A view, what tells it of pointers, and the speeds it was thrown at. */
function heldView() {
  const view = Object.assign(new EventTarget(), {
    clientWidth: 100,
    setPointerCapture() {},
    getBoundingClientRect: () => ({ width: 100 }),
  });
  const speeds: number[] = [];
  const zooms: number[] = [];
  const drags: number[] = [];
  onDrag(view as unknown as HTMLElement, {
    drag: (right) => drags.push(right),
    zoom: (factor) => zooms.push(factor),
    letGo: (right) => speeds.push(right),
  });
  const tell = (type: string, timeStamp: number, clientX: number, pointerId = 1, buttons = 1) => {
    const event = Object.assign(new Event(type), {
      pointerId,
      pointerType: 'touch',
      button: 0,
      buttons,
      clientX,
      clientY: 0,
    });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    view.dispatchEvent(event);
  };
  const send = (type: string, told: object) => view.dispatchEvent(Object.assign(new Event(type), told));
  return { drags, speeds, zooms, tell, send };
}

/** A pointer comes down, is at these places at these times, and leaves. */
function thrown(moves: readonly (readonly [atMs: number, x: number])[], leavesAtMs: number): number[] {
  const { speeds, tell } = heldView();
  const [[beginsAtMs, from], ...others] = moves as [readonly [number, number], ...(readonly [number, number])[]];
  tell('pointerdown', beginsAtMs, from);
  for (const [atMs, x] of others) tell('pointermove', atMs, x);
  tell('pointerup', leavesAtMs, others.at(-1)?.[1] ?? from);
  return speeds;
}

/** Half a pixel a millisecond, told of each frame. */
const even = Array.from({ length: 20 }, (_, at) => [at * 16, at * 8] as const);

test('a hand that lets go throws the view as fast as it went', () => {
  expect(thrown(even, 310)).toEqual([0.5]);
});

test.each([
  ['the last move is told of as the hand leaves', [...even, [305, 155] as const], 305, 0.5, 0.6],
  ['times are rounded to 50 ms', even.map(([atMs, x]) => [atMs - (atMs % 50), x] as const), 300, 0.3, 0.8],
  ['a drag begins and ends within a frame', [[0, 0] as const, [1, 4] as const], 1, 0.1, 0.5],
])('it is no faster where %s', (_, moves, leavesAtMs, least, most) => {
  const [speed] = thrown(moves, leavesAtMs);
  expect(speed).toBeGreaterThanOrEqual(least);
  expect(speed).toBeLessThanOrEqual(most);
});

test('a hand that rested throws nothing, and one that stopped before it rested only what it went last', () => {
  expect(thrown(even, 400)).toEqual([]);
  expect(thrown([...even, [404, 152], [410, 152]], 412)).toEqual([0]);
});

test('of two fingers the one that stays throws the view by its own way', () => {
  const { speeds, tell } = heldView();
  tell('pointerdown', 0, 0, 1);
  tell('pointerdown', 0, 400, 2);
  tell('pointerup', 10, 400, 2);
  tell('pointermove', 20, 0, 1);
  tell('pointermove', 60, 20, 1);
  tell('pointerup', 60, 20, 1);
  expect(speeds).toEqual([0.5]);
});

test('a hand that let go where nobody told of it holds nothing', () => {
  const { drags, speeds, tell } = heldView();
  tell('pointerdown', 0, 0);
  tell('pointermove', 16, 10);
  tell('pointermove', 32, 20, 1, 0);
  tell('pointermove', 48, 30, 1, 0);
  expect([drags, speeds]).toEqual([[10], []]);
  tell('pointerdown', 64, 30);
  tell('pointermove', 80, 33);
  expect(drags).toEqual([10, 3]);
});

describe('zooming', () => {
  const wheel = { deltaMode: 0, deltaY: -100, ctrlKey: false };
  /** How much closer one comes by what is sent. */
  const closer = (...sent: readonly (readonly [type: string, told: object])[]) => {
    const { send, zooms } = heldView();
    for (const one of sent) send(...one);
    return zooms.reduce((product, factor) => product * factor, 1);
  };

  test('two fingers on a trackpad zoom as far as they spread, which a browser tells as small steps of a wheel', () => {
    const spread = Array.from({ length: 20 }, () => ['wheel', { ...wheel, deltaY: -3, ctrlKey: true }] as const);
    expect(closer(...spread)).toBeGreaterThan(1.8);
    expect(closer(...spread)).toBeLessThan(2.5);
    expect(closer(['wheel', { ...wheel, deltaY: 3, ctrlKey: true }])).toBeLessThan(1);
  });

  test('a step of a wheel is as long with the control key', () => {
    for (const deltaY of [-100, 100, -120])
      expect(closer(['wheel', { ...wheel, deltaY, ctrlKey: true }])).toBe(closer(['wheel', { ...wheel, deltaY }]));
  });

  test('it follows fingers that a browser tells as gestures', () => {
    const spread = [1.2, 1.5, 2].map((scale) => ['gesturechange', { scale }] as const);
    expect(closer(['gesturestart', { scale: 1 }], ...spread)).toBeCloseTo(2, 9);
    expect(closer(['gesturestart', { scale: 1 }], ['gesturechange', { scale: 0.5 }])).toBeCloseTo(0.5, 9);
  });

  test('two fingers on the glass zoom once, where they are told as gestures as well', () => {
    const { send, tell, zooms } = heldView();
    tell('pointerdown', 0, 0, 1);
    tell('pointerdown', 0, 100, 2);
    send('gesturestart', { scale: 1 });
    tell('pointermove', 16, 200, 2);
    send('gesturechange', { scale: 2 });
    expect(zooms).toEqual([2]);
  });
});
