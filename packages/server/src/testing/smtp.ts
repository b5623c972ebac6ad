import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server has taken it. */
export interface TakenMail {
  readonly to: string;
  /** As it came, with its headers. */
  readonly raw: string;
}

/** What the server does with a recipient: 0 takes, a number refuses with that reply, `hangs` never answers. */
export type Mood = (address: string) => number | 'hangs';

/** A real SMTP server on loopback. */
export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  readonly taken: TakenMail[];
  mood: Mood;
  stop(): Promise<void>;
}

export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const taken: TakenMail[] = [];
  let mood: Mood = () => 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const reply = mood(address);
      if (reply === 'hangs') return;
      if (reply === 0) callback();
      else callback(Object.assign(new Error('Not now.'), { responseCode: reply }));
    },
    onData(stream, session, callback) {
      let raw = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        raw += chunk;
      });
      stream.on('end', () => {
        taken.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), raw });
        callback();
      });
    },
    ...options,
  });
  // A client that hangs up is no fault of the server.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    taken,
    get mood() {
      return mood;
    },
    set mood(next) {
      mood = next;
    },
    stop: () =>
      new Promise((resolve) => {
        for (const connection of server.connections) connection.close();
        server.close(() => resolve());
      }),
  };
}

/** The value of a header, unfolded; empty without one. */
export function headerOf({ raw }: TakenMail, name: string): string {
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2) ?? '';
}

/** Text and HTML, decoded, in one. */
export function bodyOf({ raw }: TakenMail): string {
  return raw
    .split(/\r\n--[^\r\n]+\r\n/)
    .slice(1)
    .map((part) => {
      const at = part.indexOf('\r\n\r\n');
      const [head, body] = [part.slice(0, at), part.slice(at + 4)];
      if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
      if (!/quoted-printable/i.test(head)) return body;
      const bytes = body
        .replaceAll(/=\r\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
      return Buffer.from(bytes, 'latin1').toString('utf8');
    })
    .join('\n');
}
