import type { Server } from 'node:http';

/** Listens on a free loopback port and says which, as the benchmark expects of its peers. */
export function announce(server: Server): void {
  // Otherwise Node closes idle connections between two rounds.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) console.log(`listening ${address.port}`);
  });
}
