import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Call } from './call.ts';

/** What Node keeps of a response and its types do not name. */
interface NodeResponse extends ServerResponse {
  /** The connection has carried as many requests as it may: this answer must say that it is the last. */
  readonly maxRequestsOnConnectionReached?: boolean;
}

/**
 * The connection, when a whole answer may be written to it at once, past Node's header machinery: that machinery is
 * much of what a small answer costs (decision 0038). Everything out of the ordinary goes through Node.
 */
export function directSocket({ request, response }: Call): Socket | undefined {
  const { socket }: { readonly socket: Socket | null } = response;
  // None while an earlier answer of a pipeline is under way; not writable once the caller has gone or ended its side.
  if (socket === null || !socket.writable) return undefined;
  // HEAD has no body; HTTP/1.0 and a connection that is to be closed need other headers.
  if (request.method === 'HEAD' || request.httpVersionMinor !== 1 || !response.shouldKeepAlive) return undefined;
  if ((response as NodeResponse).maxRequestsOnConnectionReached === true) return undefined;
  // Set while the server stops (`stopListening`).
  return response.hasHeader('connection') ? undefined : socket;
}

const NOTHING = Buffer.alloc(0);

/**
 * Tells Node that the answer of a call is written, once the system has taken all of it: not before, or a server that
 * stops would take the connection for idle and cut it.
 */
export function concludeDirect({ response }: Call, socket: Socket): void {
  if (socket.writableLength === 0) {
    response.emit('finish');
    return;
  }
  socket.write(NOTHING, (error) => {
    // The connection broke: Node has been told by its own event.
    if (!error) response.emit('finish');
  });
}
