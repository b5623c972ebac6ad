import { type AddressInfo, createServer, type Socket } from 'node:net';
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

/** A server that takes the connection, answers up to one command, and then says nothing and keeps the connection. */
export interface SilentSmtp {
  readonly url: string;
  /** Resolves when it has fallen silent. */
  readonly heard: Promise<void>;
  /** Of mails that were handed over whole. */
  readonly messageIds: string[];
  stop(): Promise<void>;
}

/** @param after Command behind which it falls silent: a beginning, `.` for the end of the mail, empty for no greeting. */
export async function startSilentSmtp(after: string): Promise<SilentSmtp> {
  const sockets = new Set<Socket>();
  const messageIds: string[] = [];
  let fellSilent = () => {};
  const heard = new Promise<void>((resolve) => {
    fellSilent = resolve;
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    if (after === '') return fellSilent();
    socket.write('220 silent.example\r\n');
    let [rest, inMail] = ['', false];
    socket.on('data', (chunk: string) => {
      rest += chunk;
      for (;;) {
        const end = inMail ? '\r\n.\r\n' : '\r\n';
        const at = rest.indexOf(end);
        if (at === -1) return;
        const said = rest.slice(0, at);
        rest = rest.slice(at + end.length);
        if (inMail) messageIds.push(headerOf({ to: '', raw: said }, 'Message-ID'));
        const command = inMail ? '.' : said;
        inMail = command === 'DATA';
        if (command.startsWith(after)) return fellSilent();
        socket.write(inMail ? '354 go on\r\n' : '250 yes\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    messageIds,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
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
