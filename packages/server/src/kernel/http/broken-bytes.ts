import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How a surface answers bytes that node:http cannot read; codes are those of Node's errors. */
export interface BrokenBytesAnswers {
  /** Answers what is no request, and closes its connection. */
  readonly refuse: (code: string, socket: Socket) => void;
  /**
   * Answers a call whose body breaks off; that answer is the last of the connection. Missing where the call never becomes one
   * without its body: then it is refused.
   */
  readonly breakOff?: (code: string, request: IncomingMessage) => void;
}

/** Listeners of an HTTP server, for its events of these names. */
export interface BrokenBytes {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  readonly clientError: (error: NodeJS.ErrnoException, socket: Socket) => void;
}

/**
 * Each request has one answer, in its turn, also where bytes cannot be read: node:http leaves that to who listens to
 * `clientError`, which it reports at once. A call behind which they come is answered first, and one that was answered without
 * its body gets no second answer.
 */
export function brokenBytes({ refuse, breakOff }: BrokenBytesAnswers): BrokenBytes {
  /** Of each connection. */
  const last = new WeakMap<Socket, { readonly request: IncomingMessage; readonly response: ServerResponse }>();
  const broken = new WeakSet<Socket>();

  function answer(code: string, socket: Socket): void {
    const { request, response } = last.get(socket) ?? {};
    if (request === undefined || response === undefined) refuse(code, socket);
    else if (request.complete) {
      onceAnswered(response, () => {
        if (socket.writable) refuse(code, socket);
      });
    } else if (response.headersSent) onceAnswered(response, () => socket.destroySoon());
    else if (breakOff === undefined) refuse(code, socket);
    else {
      response.setHeader('Connection', 'close');
      breakOff(code, request);
    }
  }

  return {
    request(request, response) {
      last.set(request.socket, { request, response });
    },
    clientError({ code = '' }, socket) {
      if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
      // Whatever follows cannot be read either.
      else if (!broken.has(socket)) {
        broken.add(socket);
        answer(code, socket);
      }
    },
  };
}

function onceAnswered(response: ServerResponse, then: () => void): void {
  if (response.writableFinished) then();
  else response.once('finish', then);
}
