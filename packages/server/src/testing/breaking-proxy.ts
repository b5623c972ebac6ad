import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What becomes of a piece: of protocols that ask and wait it is a message, or a part of a long one.
 * - `late`: it arrives after LATE_MS.
 * - `cut`: the connection ends before it.
 * - `torn`: the connection ends in the middle of it.
 * - `half-open`: whoever waits for it hears the end, and may still send.
 * - `garbage`: as many other bytes arrive.
 * - `silent`: neither it nor anything else arrives on this connection, which stays open.
 */
export const breakings = ['late', 'cut', 'torn', 'half-open', 'garbage', 'silent'] as const;
export type Breaking = (typeof breakings)[number];

export interface BreakingPoint {
  readonly how: Breaking;
  /** Whether what the client sends is hit, or what the server answers. */
  readonly side: 'request' | 'answer';
  /** The first piece is number 1, over all connections. */
  readonly piece: number;
  /** Every later piece is hit too, of new connections as well. */
  readonly goesOn?: true;
}

/** A proxy on loopback that breaks connections of any protocol at exactly one place, or from there on. */
export interface BreakingProxy {
  readonly port: number;
  /** From now on pieces are counted. @returns What resolves when one is hit. */
  arm(point: BreakingPoint): Promise<void>;
  /** @returns Whether the piece came that the fault was armed for. */
  disarm(): boolean;
  close(): Promise<void>;
}

/** Milliseconds of `late`: less than what any client waits. */
const LATE_MS = 300;

/** @param targetPort Port on loopback that connections go to. */
export async function startBreakingProxy(targetPort: number): Promise<BreakingProxy> {
  let armed: BreakingPoint | undefined;
  let [counted, hasFired] = [0, false];
  let tellFired = () => {};
  const open = new Set<Socket>();

  function hit(side: BreakingPoint['side']): Breaking | undefined {
    if (armed?.side !== side || (hasFired && armed.goesOn !== true)) return undefined;
    counted += 1;
    if (counted < armed.piece) return undefined;
    hasFired = true;
    tellFired();
    return armed.how;
  }

  function join(near: Socket): void {
    const far = createConnection({ host: '127.0.0.1', port: targetPort, noDelay: true, allowHalfOpen: true });
    const muted = { request: false, answer: false };
    const destroy = () => {
      near.destroy();
      far.destroy();
    };
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }

    async function pass(side: BreakingPoint['side'], to: Socket, bytes: Buffer): Promise<void> {
      if (muted[side] || to.destroyed) return;
      switch (hit(side)) {
        case undefined:
          to.write(bytes);
          return;
        case 'late':
          await sleep(LATE_MS);
          to.write(bytes);
          return;
        case 'cut':
          destroy();
          return;
        case 'torn':
          to.write(bytes.subarray(0, bytes.length / 2), destroy);
          return;
        case 'half-open':
          muted[side] = true;
          to.end();
          return;
        case 'garbage':
          to.write(randomBytes(bytes.length));
          return;
        case 'silent':
          muted.request = true;
          muted.answer = true;
      }
    }
    const carry = (from: Socket, to: Socket, side: BreakingPoint['side']) => {
      let before = Promise.resolve();
      from.on('data', (bytes: Buffer) => {
        before = before.then(() => pass(side, to, bytes));
      });
      from.on('end', () => {
        before = before.then(() => {
          if (!muted[side]) to.end();
        });
      });
    };
    carry(near, far, 'request');
    carry(far, near, 'answer');
  }

  const server = createServer({ noDelay: true, allowHalfOpen: true }, join);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    arm(point) {
      [armed, counted, hasFired] = [point, 0, false];
      return new Promise((resolve) => {
        tellFired = resolve;
      });
    },
    disarm() {
      armed = undefined;
      return hasFired;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
