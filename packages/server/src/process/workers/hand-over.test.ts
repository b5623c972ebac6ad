import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SurfaceName } from '../surfaces.ts';
import { handOver, type Taker } from './hand-over.ts';

/** Connections that may wait. */
const MANY = 100;
const nothingDropped = () => {
  throw new Error('a connection was dropped');
};

/** A taker that answers when the test says so. */
function takerOf() {
  const given: { id: number; surface: SurfaceName; connection: Socket }[] = [];
  const taker: Taker = { give: (id, surface, connection) => given.push({ id, surface, connection }) };
  return { taker, given, last: () => given.at(-1)?.id ?? 0 };
}

describe('connections are handed over', () => {
  test('in turn, one at a time: a worker gets the next when it has taken the last', () => {
    const desk = handOver(MANY, nothingDropped);
    const [one, two] = [takerOf(), takerOf()];
    for (const { taker } of [one, two]) desk.join(taker);
    const connections = Array.from({ length: 3 }, () => new Socket());
    for (const connection of connections) desk.take('gateway', connection);
    expect([one.given.length, two.given.length]).toEqual([1, 1]);
    desk.taken(two.taker, two.last());
    expect(two.given.map(({ connection }) => connections.indexOf(connection))).toEqual([1, 2]);
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
  });

  test('those that come before a worker is there wait for it', () => {
    const desk = handOver(MANY, nothingDropped);
    desk.take('portal', new Socket());
    expect([desk.waiting('portal'), desk.waiting('gateway')]).toEqual([1, 0]);
    const { taker, given } = takerOf();
    desk.join(taker);
    expect(given.map(({ surface }) => surface)).toEqual(['portal']);
  });

  test('what a worker was given and had not taken when it died goes to another, open and first', () => {
    const desk = handOver(MANY, nothingDropped);
    const [dead, heir] = [takerOf(), takerOf()];
    desk.join(dead.taker);
    const [first, second] = [new Socket(), new Socket()];
    desk.take('gateway', first);
    desk.take('gateway', second);
    desk.leave(dead.taker, true);
    desk.join(heir.taker);
    desk.taken(heir.taker, heir.last());
    expect(heir.given.map(({ connection }) => connection)).toEqual([first, second]);
    expect(dead.given).toHaveLength(1);
  });

  test('a worker that leaves still says of its last connection whether it has it, and gets none after it', () => {
    const desk = handOver(MANY, nothingDropped);
    const [leaver, other] = [takerOf(), takerOf()];
    desk.join(leaver.taker);
    const connection = new Socket();
    desk.take('gateway', connection);
    desk.leave(leaver.taker, false);
    desk.declined(leaver.taker, leaver.last());
    desk.join(other.taker);
    expect(other.given.map((one) => one.connection)).toEqual([connection]);
    desk.taken(other.taker, other.last());
    desk.take('gateway', new Socket());
    expect([leaver.given.length, other.given.length]).toEqual([1, 2]);
  });

  test('too many waiting are cut, and said', () => {
    let dropped = 0;
    const desk = handOver(MANY, () => {
      dropped += 1;
    });
    const last = new Socket();
    for (let count = 0; count < MANY; count += 1) desk.take('gateway', new Socket());
    desk.take('gateway', last);
    expect([dropped, last.destroyed]).toEqual([1, true]);
    desk.close();
    expect(desk.waiting('gateway')).toBe(0);
  });
});

test('whatever workers do, every connection ends with exactly one worker, or waits', () => {
  const step = fc.record({ kind: fc.constantFrom('take', 'join', 'answer', 'decline', 'leave', 'die'), who: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const desk = handOver(MANY, nothingDropped);
      const present: ReturnType<typeof takerOf>[] = [];
      const served: number[] = [];
      let came = 0;
      const open = new Map<ReturnType<typeof takerOf>, number>();
      for (const { kind, who } of steps) {
        const taker = present[who % Math.max(1, present.length)];
        const pending = taker?.given.find(({ id }) => id > (open.get(taker) ?? 0));
        if (kind === 'take') {
          came += 1;
          desk.take('gateway', new Socket());
        } else if (kind === 'join') {
          const fresh = takerOf();
          present.push(fresh);
          desk.join(fresh.taker);
        } else if (taker !== undefined && kind === 'die') {
          present.splice(present.indexOf(taker), 1);
          desk.leave(taker.taker, true);
        } else if (taker !== undefined && kind === 'leave') desk.leave(taker.taker, false);
        else if (taker !== undefined && pending !== undefined) {
          open.set(taker, pending.id);
          if (kind === 'answer') {
            served.push(pending.id);
            desk.taken(taker.taker, pending.id);
          } else desk.declined(taker.taker, pending.id);
        }
      }
      expect(new Set(served).size).toBe(served.length);
      expect(served.length + desk.waiting('gateway')).toBe(came);
    }),
  );
});
