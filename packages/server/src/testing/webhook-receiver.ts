import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that a receiver of webhooks got. */
export interface Received {
  readonly path: string;
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Everything that came whole, in its order. */
  readonly received: Received[];
  /** Answers what came; 204 unless set. */
  answer: (call: Received, response: ServerResponse, request: IncomingMessage) => void;
  /** Refuses connections, at the address it goes on having; those that are open end. */
  close(): Promise<void>;
  open(): Promise<void>;
  stop(): Promise<void>;
}

/** Listens on loopback for webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      return;
    }
    const { headers } = request;
    const call: Received = {
      path: request.url ?? '',
      id: String(headers['webhook-id']),
      timestamp: String(headers['webhook-timestamp']),
      signatures: String(headers['webhook-signature']).split(' '),
      body: Buffer.concat(parts).toString(),
    };
    receiver.received.push(call);
    receiver.answer(call, response, request);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    answer: (_, response) => void response.writeHead(204).end(),
    close,
    open: async () => {
      if (!server.listening) await listen(port);
    },
    stop: async () => {
      if (server.listening) await close();
    },
  };
  return receiver;
}

/** What the specification of Standard Webhooks makes of a call and a secret, written down once more. */
export function standardSignature(secret: string, { id, timestamp, body }: Received): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
