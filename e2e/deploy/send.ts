import { Agent, request } from 'node:https';

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

export interface SendOptions {
  readonly method?: string;
  /** Instead of the address's own, byte for byte. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** A caller over TLS that keeps its connection, as back ends do. */
export interface Caller {
  /** A request, its target and headers untouched. Rejects when the connection fails. */
  send(address: string, options?: SendOptions): Promise<Answer>;
  close(): void;
}

/** @param authority The certificate of the one that signed the server's. */
export function caller(authority: Buffer): Caller {
  const agent = new Agent({ keepAlive: true, ca: authority });
  return {
    send: (address, { method = 'GET', path, headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const target = path === undefined ? {} : { path };
        const sent = request(address, { method, headers, agent, ...target }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode: status = 0, headers: received } = response;
            resolve({ status, headers: received, body: Buffer.concat(parts) });
          });
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
