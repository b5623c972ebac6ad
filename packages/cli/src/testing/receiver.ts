import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What somebody's program gets. */
export interface ReceivedEvent {
  readonly path: string;
  readonly id: string;
  readonly type: string;
  /** Code of the tour. */
  readonly tour: string;
  readonly body: string;
  /** Whether it is signed with a secret, as Standard Webhooks has it. */
  isSignedWith(secret: string): boolean;
}

/** Somebody's program that takes events, on loopback. */
export interface EventReceiver {
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** Answers what came; 204 unless set. */
  answer: (event: ReceivedEvent, response: ServerResponse) => void;
  /** At the address that it goes on having. */
  open(): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<EventReceiver> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const header = (name: string) => String(request.headers[name]);
    const { type, data } = JSON.parse(body);
    const event: ReceivedEvent = {
      path: request.url ?? '',
      id: header('webhook-id'),
      type,
      tour: data.resource_code,
      body,
      isSignedWith: (secret) => {
        const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
        const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.${body}`;
        return header('webhook-signature') === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      },
    };
    receiver.received.push(event);
    receiver.answer(event, response);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const receiver: EventReceiver = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    answer: (_, response) => void response.writeHead(204).end(),
    open: () => listen(port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
