import type { AddressInfo } from 'node:net';
import { createServer, connect as open, type Server, type Socket } from 'node:net';

/** One address in front of whatever process serves at the moment, as clients of a restarting service see it. */
export interface StablePort {
  readonly url: string;
  /** Refuses connections and cuts those that are open. */
  down(): Promise<void>;
  /** Serves from this port again. */
  up(port: number): Promise<void>;
}

export async function stablePort(first: number): Promise<StablePort> {
  const sockets = new Set<Socket>();
  let target = first;
  let server: Server | undefined;
  let own = 0;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  async function listen(): Promise<void> {
    server = createServer((client) => {
      const upstream = open(target, '127.0.0.1');
      keep(client);
      keep(upstream);
      client.pipe(upstream).pipe(client);
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
    });
    await new Promise<void>((resolve) => server?.listen(own, '127.0.0.1', resolve));
    own = (server.address() as AddressInfo).port;
  }
  await listen();
  return {
    url: `http://127.0.0.1:${own}`,
    async down() {
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async up(port) {
      target = port;
      await listen();
    },
  };
}
