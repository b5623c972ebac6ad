import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationData } from '@openhouse/contract';
import { expect } from 'vitest';
import { root } from '../service.ts';
import { STAGE, standingAt, type Visit } from './explorer-visit.ts';
import { projected, type Triple } from './geometry.ts';

const answers = (name: string) => JSON.parse(readFileSync(join(root, `demo/tours/demo-loft/${name}.json`), 'utf8'));

/** What the demo loft holds, read from its bundle. */
export const { observers = [] } = answers('vr-info') as OperationData['vr-info'];
export const { tagList } = answers('hot-list') as OperationData['hot-list'];
export const { list: rulers } = answers('ruler-list') as OperationData['ruler-list'];
export const { list: labels } = answers('annotation-search') as OperationData['annotation-search'];

/** Index of the viewpoint that the loft starts at. */
export const START = 6;

/** How far a mark may be from where the tour's data puts it, in CSS pixels. */
const TOLERANCE_PX = 2;
/** Presses of a key that turn once around. */
const TURNS = 24;
/** Heights that a ring is looked for at. */
const LOOKS = 4;

/** Every viewpoint and the next one on a walk that passes all of them. */
export function walkOfAll(): readonly (readonly [from: number, to: number])[] {
  const steps: [number, number][] = [];
  const been = new Set<number>([START]);
  const go = (at: number) => {
    for (const next of observers[at]?.accessible_nodes ?? []) {
      if (been.has(next)) continue;
      been.add(next);
      steps.push([at, next]);
      go(next);
      steps.push([next, at]);
    }
  };
  go(START);
  return steps;
}

/** Walks to a neighbour by pressing the ring that lies there, as people with a mouse do. */
export async function walkByRing(seen: Visit, to: number): Promise<void> {
  const { page } = seen;
  const stage = page.locator(STAGE);
  await stage.scrollIntoViewIfNeeded();
  // What lies behind, or below the controls, comes into the open by turning, and by looking down.
  for (let looks = 0; looks < TURNS * LOOKS; looks++) {
    await standingStill(seen);
    const free = await freePointOf(seen, to);
    if (free !== undefined) {
      await page.mouse.click(free.x, free.y);
      return standingAt(seen, to);
    }
    await stage.press(looks % TURNS === TURNS - 1 ? 'PageDown' : 'ArrowRight');
  }
  throw new Error(`no part of the ring of viewpoint ${to} is in the open`);
}

/** A ring that moves on while the mouse is on its way is missed. */
async function standingStill(seen: Visit): Promise<void> {
  let before = '';
  for (let now = JSON.stringify(await seen.pose()); now !== before; now = JSON.stringify(await seen.pose())) {
    before = now;
    await seen.page.waitForTimeout(STILL_MS);
  }
}

/** Milliseconds without a change after which a view has turned to its end: many pictures, also on a busy machine. */
const STILL_MS = 150;

/** Parts of a ring's width and height at which it is tried; the middle first. */
const PARTS = [0.5, 0.3, 0.7, 0.15, 0.85] as const;

/** @returns A point of the window at which a press reaches a ring; undefined when it is hidden, or covered whole. */
function freePointOf({ page }: Visit, to: number): Promise<{ readonly x: number; readonly y: number } | undefined> {
  // A mark has no size of its own; its anchor has.
  return page.evaluate(`(() => {
    const mark = document.querySelector('[data-look=rings][data-thing="viewpoint-${to}"]');
    if (mark === null || mark.hidden) return undefined;
    const box = mark.querySelector('[data-anchor]').getBoundingClientRect();
    const parts = ${JSON.stringify(PARTS)};
    return parts
      .flatMap((down) => parts.map((right) => ({ x: box.x + box.width * right, y: box.y + box.height * down })))
      .find(({ x, y }) => mark.contains(document.elementFromPoint(x, y)));
  })()`);
}

/** Walks to a neighbour with the arrow keys: turns towards it, then goes ahead. The stage has the focus. */
export async function walkByKeys(seen: Visit, from: number, to: number): Promise<void> {
  const { page } = seen;
  const [here, there] = [observers[from], observers[to]];
  if (here === undefined || there === undefined) throw new Error('no such viewpoint');
  const [fromX = 0, , fromZ = 0] = here.position;
  const [toX = 0, , toZ = 0] = there.position;
  const wanted = Math.atan2(toX - fromX, fromZ - toZ);
  for (let presses = 0; presses < TURNS; presses++) {
    const { yaw } = await seen.pose();
    const aside = Math.atan2(Math.sin(wanted - yaw), Math.cos(wanted - yaw));
    if (Math.abs(aside) < Math.PI / 20) break;
    await page.keyboard.press(aside > 0 ? 'ArrowRight' : 'ArrowLeft');
    // A busy machine draws a turn later than the next one is asked for.
    await expect.poll(async () => (await seen.pose()).yaw).not.toBe(yaw);
  }
  await page.keyboard.press('ArrowUp');
  await standingAt(seen, to);
}

/** What a dot keeps free around it, in pixels. */
const ROOM_PX = 14;

/** Compares each mark that shows now with where the data puts it. @returns What was compared. */
async function compareMarks(seen: Visit): Promise<readonly string[]> {
  const { page } = seen;
  const [pose, stage] = [await seen.pose(), await page.locator(`${STAGE} canvas`).first().boundingBox()];
  const eye = observers[pose.index]?.position as Triple | undefined;
  if (stage === null || eye === undefined) throw new Error('the stage shows nothing');
  const places = placesByMark();
  const marks = await page.evaluate<{ id: string; x: number; y: number; shows: boolean }[]>(`
    [...document.querySelectorAll('${STAGE} [data-look=rings], ${STAGE} [data-kind]:not([data-look])')]
      .filter((mark) => mark.dataset.thing)
      .map((mark) => {
        const { x, y, width, height } = mark.querySelector('[data-anchor]').getBoundingClientRect();
        const shows = !mark.hidden;
        return { id: mark.dataset.thing, x: x + width / 2, y: y + height / 2, shows };
      })`);
  const taken = await page.evaluate<{ left: number; top: number; right: number; bottom: number }[]>(`
    [...document.querySelectorAll('${STAGE} .oh-mark:not([hidden]) :is([data-anchor], .oh-words)')]
      .map((part) => part.getBoundingClientRect().toJSON())`);
  const isTaken = (x: number, y: number) =>
    taken.some(
      ({ left, top, right, bottom }) =>
        x > left - ROOM_PX && x < right + ROOM_PX && y > top - ROOM_PX && y < bottom + ROOM_PX,
    );
  const compared: string[] = [];
  for (const { id, x, y, shows } of marks) {
    const place = places.get(id);
    if (place === undefined) throw new Error(`the data has no ${id}`);
    const expected = projected(eye, pose, stage, place);
    if (expected === undefined) continue;
    // What stands where another has taken the room is counted by that one.
    if (!shows) {
      expect([id, isTaken(stage.x + expected.x, stage.y + expected.y)]).toEqual([id, true]);
      continue;
    }
    expect([
      id,
      Math.abs(x - stage.x - expected.x) < TOLERANCE_PX,
      Math.abs(y - stage.y - expected.y) < TOLERANCE_PX,
    ]).toEqual([id, true, true]);
    compared.push(id);
  }
  return compared;
}

/** Where the data puts each mark, computed apart from the pages. */
function placesByMark(): ReadonlyMap<string, Triple> {
  const places = new Map<string, Triple>();
  const middle = (points: readonly (readonly number[])[]): Triple => {
    const sum = (axis: number) => points.reduce((total, point) => total + (point[axis] ?? 0), 0) / points.length;
    return [sum(0), sum(1), sum(2)];
  };
  for (const [at, { position }] of tagList.entries()) {
    const corners = Array.from({ length: position.length / 3 }, (_, corner) =>
      position.slice(corner * 3, corner * 3 + 3),
    );
    places.set(`tag-${at}`, middle(corners));
  }
  for (const [at, { polyline }] of rulers.entries()) {
    for (const [line, { points }] of polyline.lines.entries()) {
      const [from, to] = [points[0]?.position ?? [], points.at(-1)?.position ?? []];
      places.set(`ruler-${at}/${line}`, middle([from, to]));
    }
  }
  for (const [at, { position }] of labels.entries()) places.set(`label-${at}`, [position.x, position.y, position.z]);
  for (const { index, standing_position } of observers)
    places.set(`viewpoint-${index}`, standing_position as unknown as Triple);
  return places;
}

/** Picks a thing in the table and waits until the view shows its mark where the data puts it. */
export async function findByTable(seen: Visit, key: string, mark: string, patienceMs: number): Promise<void> {
  const { page } = seen;
  await page.locator(`[data-row="${key}"]`).click();
  await page.locator(`${STAGE} [data-thing="${mark}"][aria-current=true] [data-anchor]`).waitFor();
  await page.locator(`${STAGE}[data-state=pictures]`).waitFor();
  // The view has turned to it: it is in the middle, and whatever else shows is in its place too.
  await expect.poll(async () => (await compareMarks(seen)).includes(mark), { timeout: patienceMs }).toBe(true);
}
