import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../kernel/http/listen.ts';

/** Both ends of a connection, of which `accepted` is the server's. */
export interface AcceptedConnection {
  readonly accepted: Socket;
  readonly caller: Socket;
  readonly close: () => void;
}

export async function acceptedConnection(): Promise<AcceptedConnection> {
  const server = createServer({ allowHalfOpen: true });
  const port = await listen(server, 0, '127.0.0.1');
  const connected = new Promise<Socket>((resolve) => server.on('connection', resolve));
  const caller = connect(port, '127.0.0.1');
  const accepted = await connected;
  const close = () => {
    caller.destroy();
    accepted.destroy();
    server.close();
  };
  return { accepted, caller, close };
}
