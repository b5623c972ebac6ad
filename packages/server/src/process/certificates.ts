import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Config } from '../config/config.ts';
import { readPostgresAddress } from '../kernel/database/postgres-address.ts';

/** From when until when a certificate is valid, in milliseconds since the Unix epoch. */
export interface Certificate {
  /** The variable that leads to it, such as `OIDC_ISSUER`, or `DATABASE_URL sslcert` for a file that it names. */
  readonly of: string;
  /** The server that shows it, or the file. */
  readonly where: string;
  readonly isFile: boolean;
  readonly startMs: number;
  readonly endMs: number;
}

/** Somebody should have renewed a certificate by then: 14 days before its end, or a third of its time for a short one. */
const SOON = { days: 14, share: 1 / 3 } as const;
const DAY_MS = 86_400_000;

/** Whether something should have renewed it by now. */
export function endsSoon({ startMs, endMs }: Certificate, nowMs: number): boolean {
  return endMs - nowMs < Math.min(SOON.days * DAY_MS, (endMs - startMs) * SOON.share);
}

/** Milliseconds that a server may take to show its certificate. */
const SHOW_MS = 5000;
/** Milliseconds between two looks for the metrics. */
const LOOK_EVERY_MS = 3_600_000;

/** Addresses of what an operator runs; who else is called renews its own. */
const ADDRESSES = [
  'PORTAL_URL',
  'BASE_URL',
  'LOGIN_URL',
  'OIDC_ISSUER',
  'TICKET_GATEWAY_URL',
  'GATEWAY_INTERNAL_URL',
  'UPSTREAM_APPS_URL',
  'S3_ENDPOINT',
  'REDIS_URL',
  'SMTP_URL',
] as const;
const DATABASES = ['DATABASE_URL', 'DATABASE_SERVICE_URL', 'DATABASE_GATEWAY_URL', 'DATABASE_READ_URL'] as const;
/** Parameters of a database's address that name a file with a certificate. */
const FILES = ['sslcert', 'sslrootcert'] as const;
/** Schemes that begin with TLS, and their usual ports. */
const PORTS: Readonly<Record<string, number>> = {
  'https:': 443,
  'rediss:': 6379,
  'valkeys:': 6379,
  'smtps:': 465,
};
/** What PostgreSQL is asked for before TLS begins, and says where it does. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const SSL_YES = 'S'.charCodeAt(0);

/**
 * Looks at every certificate that the configuration leads to: of the servers that its addresses name and of the files in them.
 * What does not answer, or cannot be read, is left out; others say so.
 */
export async function lookAtCertificates(config: Config): Promise<readonly Certificate[]> {
  const looks = [
    ...ADDRESSES.map((name) => ofAddress(name, config[name])),
    ...DATABASES.flatMap((name) => ofDatabase(name, config[name])),
  ];
  const seen = await Promise.all(looks.map((look) => look.catch(() => undefined)));
  return seen.filter((one) => one !== undefined);
}

/** The same for metrics: the last known value, without waiting. It is refreshed when asked, at most once an hour. */
export function certificatesSeen(config: Config): () => readonly Certificate[] {
  let seen: readonly Certificate[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - lookedAtMs > LOOK_EVERY_MS) {
      lookedAtMs = performance.now();
      void lookAtCertificates(config).then((found) => {
        seen = found;
      });
    }
    return seen;
  };
}

async function ofAddress(of: string, address: string | null): Promise<Certificate | undefined> {
  const { protocol, hostname, port } = new URL(address ?? 'none:');
  const usual = PORTS[protocol];
  if (usual === undefined) return undefined;
  return shown(of, hostname, Number(port) || usual, (socket) => socket);
}

function ofDatabase(of: string, address: string | null): Promise<Certificate | undefined>[] {
  const { hosts = [] } = readPostgresAddress(address ?? '') ?? {};
  const parameters = new URL(hosts[0]?.connectionString ?? 'none:').searchParams;
  const files = FILES.flatMap((name) => {
    const path = parameters.get(name);
    return path === null ? [] : [ofFile(`${of} ${name}`, path)];
  });
  const isPlain = (parameters.get('sslmode') ?? (parameters.has('ssl') ? 'verify-full' : 'disable')) === 'disable';
  if (isPlain) return files;
  const servers = hosts.filter(({ host }) => !host.startsWith('/'));
  return [...servers.map(({ host, port }) => shown(of, host, port, takesTls)), ...files];
}

/** The last end in a file of several: it is of use as long as one of them is valid. */
async function ofFile(of: string, path: string): Promise<Certificate | undefined> {
  const texts =
    (await readFile(path, 'utf8')).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const all = texts.map((text) => {
    const { validFrom, validTo } = new X509Certificate(text);
    return { of, where: path, isFile: true, startMs: Date.parse(validFrom), endMs: Date.parse(validTo) };
  });
  return all.toSorted((one, other) => other.endMs - one.endMs)[0];
}

/** @param begin What is said before TLS begins. */
async function shown(
  of: string,
  host: string,
  port: number,
  begin: (socket: Socket) => Socket | Promise<Socket>,
): Promise<Certificate | undefined> {
  const name = host.replace(/^\[(.+)\]$/, '$1');
  const socket = connectTcp({ host: name, port });
  const late = setTimeout(() => socket.destroy(new Error('late')), SHOW_MS).unref();
  try {
    await event(socket, 'connect');
    // One that has ended is shown as well. Nothing is sent to whoever this is.
    const tls = connectTls({
      socket: await begin(socket),
      servername: isIP(name) === 0 ? name : '',
      rejectUnauthorized: false,
    });
    await event(tls, 'secureConnect');
    const { valid_from, valid_to } = tls.getPeerCertificate();
    return { of, where: name, isFile: false, startMs: Date.parse(valid_from), endMs: Date.parse(valid_to) };
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

async function takesTls(socket: Socket): Promise<Socket> {
  socket.write(SSL_REQUEST);
  await event(socket, 'readable');
  const answer: unknown = socket.read(1);
  if (!Buffer.isBuffer(answer) || answer[0] !== SSL_YES) throw new Error('no TLS');
  return socket;
}

/** @throws When the connection ends first. */
function event(socket: Socket, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(name, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
}
