import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback that lets connections die as networks do. */
export interface FaultProxy {
  readonly port: number;
  /** Connections that are open now stay open and bring nothing any more, as behind a NAT that forgot them; new ones work. */
  silence(): void;
  /** New connections are taken, and nothing comes over them. @param held False lets those that come from now on work. */
  hold(held: boolean): void;
  /** New connections go to another server; those that are open stay where they are. */
  turnTo(port: number): void;
  close(): Promise<void>;
}

interface Passage {
  readonly near: Socket;
  readonly far: Socket | undefined;
}

/** @param targetPort Port on loopback that connections go to. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const passages = new Set<Passage>();
  let target = targetPort;
  let isHeld = false;

  function join(near: Socket): void {
    near.on('error', () => {});
    const far = isHeld ? undefined : createConnection({ host: '127.0.0.1', port: target });
    const passage = { near, far };
    passages.add(passage);
    near.on('close', () => {
      passages.delete(passage);
      far?.destroy();
    });
    if (far === undefined) {
      near.resume();
      return;
    }
    far.on('error', () => {});
    far.on('close', () => near.destroy());
    near.pipe(far);
    far.pipe(near);
  }

  const server = createServer({ noDelay: true }, join);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const { near, far } of passages) {
        near.unpipe();
        far?.unpipe();
        // Still read, so that both sides believe in the connection.
        near.resume();
        far?.resume();
        far?.removeAllListeners('close');
      }
    },
    hold(held) {
      isHeld = held;
    },
    turnTo(port) {
      target = port;
    },
    async close() {
      for (const { near, far } of passages) {
        near.destroy();
        far?.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
