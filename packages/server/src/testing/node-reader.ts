import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** What node:http makes of a request. */
export type NodeReading = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  readonly body: string;
  /** Whether it closes the connection after its answer. */
  readonly closes: boolean;
};

/** A server of node:http, to hold a reader of ours against. */
export interface NodeReader {
  /** @returns What it makes of the first request of some bytes; undefined when it refuses them. One at a time. */
  read(bytes: Buffer): Promise<NodeReading | undefined>;
  close(): void;
}

export async function startNodeReader(): Promise<NodeReader> {
  let last: NodeReading | undefined;
  const server = createServer({ maxHeaderSize: 16 * 1024 }, async (request, response) => {
    const { method, url, headers } = request;
    let body = '';
    for await (const chunk of request) body += String(chunk);
    last ??= { method, url, headers, body, closes: !response.shouldKeepAlive };
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    read: (bytes) => {
      last = undefined;
      return new Promise((resolve) => {
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
        // One answer is enough, whichever it is.
        socket.on('data', () => socket.destroy());
        socket.on('error', () => {});
        socket.on('close', () => resolve(last));
        socket.write(bytes);
      });
    },
    close: () => void server.close().closeAllConnections(),
  };
}
