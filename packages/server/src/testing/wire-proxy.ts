import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/**
 * Whose messages are counted, and so what the server has done of the statement that is hit: `statement` counts those that
 * make the server act, and the one that is hit never arrives; `answer` counts those that say that it has acted, and the
 * one that is hit is never heard.
 */
export type WireSide = 'statement' | 'answer';

export interface WirePoint {
  readonly side: WireSide;
  /** The first message is number 1. */
  readonly message: number;
}

/** A proxy on loopback that reads PostgreSQL's messages and cuts one connection at exactly one of them. */
export interface WireProxy {
  readonly port: number;
  /** From now on messages are counted, over all connections. */
  arm(point: WirePoint): void;
  /** @returns Whether the message came that the fault was armed for. */
  disarm(): boolean;
  close(): Promise<void>;
}

/** Query, Sync: with either the server acts on what it was sent. */
const ACTS = new Set(['Q', 'S']);
/** ReadyForQuery: the server has acted. */
const ACTED = new Set(['Z']);
const LENGTH_BYTES = 4;

/** @param targetPort Port on loopback of the PostgreSQL server. */
export async function startWireProxy(targetPort: number): Promise<WireProxy> {
  let armed: WirePoint | undefined;
  let counted = 0;
  let hasFired = false;
  const open = new Set<Socket>();

  function join(near: Socket): void {
    const far = createConnection({ host: '127.0.0.1', port: targetPort, noDelay: true });
    const ends = (one: Socket, other: Socket) => {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    };
    ends(near, far);
    ends(far, near);

    /** @returns Whether the message is passed on. */
    const passes = (side: WireSide, type: string): boolean => {
      if (near.destroyed) return false;
      if (armed?.side !== side || hasFired || !(side === 'statement' ? ACTS : ACTED).has(type)) return true;
      counted += 1;
      if (counted !== armed.message) return true;
      hasFired = true;
      near.destroy();
      far.destroy();
      return false;
    };
    const carry = (from: Socket, to: Socket, side: WireSide) => {
      const split = messages(side === 'statement');
      from.on('data', (bytes) => {
        for (const { type, whole } of split(bytes)) if (passes(side, type)) to.write(whole);
      });
    };
    carry(near, far, 'statement');
    carry(far, near, 'answer');
  }

  const server = createServer({ noDelay: true }, join);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    arm(point) {
      [armed, counted, hasFired] = [point, 0, false];
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

/** @returns What splits the bytes of one direction. The first message of a client has no type: it is shown as ''. */
function messages(isClient: boolean): (bytes: Buffer) => { readonly type: string; readonly whole: Buffer }[] {
  let rest = Buffer.alloc(0);
  let typeBytes = isClient ? 0 : 1;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const found = [];
    while (rest.length >= typeBytes + LENGTH_BYTES) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) break;
      found.push({ type: rest.toString('latin1', 0, typeBytes), whole: rest.subarray(0, end) });
      rest = rest.subarray(end);
      typeBytes = 1;
    }
    return found;
  };
}
