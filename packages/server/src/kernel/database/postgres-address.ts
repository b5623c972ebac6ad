/** An address of a PostgreSQL server, or of several of which one takes changes. */
export interface PostgresAddress {
  /** As `pg` takes it, for each host in the order in which they are tried. */
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
  /** Start-up options in the address; `pg` would let them override ours. */
  readonly options: string;
  /** Servers and database, for messages. Holds neither user nor password. */
  readonly where: string;
}

export interface PostgresHost {
  readonly connectionString: string;
  readonly host: string;
  readonly port: number;
}

/** Placeholder for the host where a socket's directory is given; `pg` replaces it by the directory. */
const SOCKET = 'socket';
const DEFAULT_PORT = 5432;
/** User and password; hosts; the rest. An address with several hosts is not a valid URL. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/**
 * Reads `postgres://user:password@host:port/database`, with several hosts separated by commas as libpq takes them, or
 * `postgres://user@/database?host=/directory` for a socket.
 * @returns undefined when it is not such an address: a `/` in the password ends it.
 */
export function readPostgresAddress(text: string): PostgresAddress | undefined {
  const [, start = '', names = '', rest = ''] = PARTS.exec(text) ?? [];
  const urls = names.split(',').map((name) => parse(`${start}${name}${rest}`));
  const [first] = urls;
  if (first === undefined) return undefined;
  const hosts: PostgresHost[] = [];
  for (const url of urls) {
    const host = url && hostOf(url);
    // A socket's directory in the query would apply to every host.
    if (host === undefined || (urls.length > 1 && host.host.startsWith('/'))) return undefined;
    hosts.push(host);
  }
  const [one, ...others] = hosts;
  if (one === undefined) return undefined;
  const isSocket = one.host.startsWith('/');
  const where = `${isSocket ? one.host : names}${first.pathname}`;
  return { hosts: [one, ...others], options: first.searchParams.get('options') ?? '', where };
}

/** What in a valid address would not do what it seems to say. @returns The remedy, without the address. */
export function postgresAddressProblem(text: string): string | undefined {
  const [, start = '', names = '', rest = ''] = PARTS.exec(text) ?? [];
  const parameters = parse(`${start}${names.split(',')[0]}${rest}`)?.searchParams;
  const mode = parameters?.get('sslmode');
  if (mode != null && !SSL_MODES.has(mode)) {
    const why = FALLS_BACK.has(mode) ? 'would go on without TLS where there is none' : 'is none that PostgreSQL has';
    return `sslmode=${shown(mode)} ${why}: write verify-full, no-verify or disable`;
  }
  const stray = [...(parameters?.keys() ?? [])].find((name) => /^(ssl|tls)/i.test(name) && !TLS_PARAMETERS.has(name));
  if (stray !== undefined) {
    return `${shown(stray)} is no parameter, so nothing would be encrypted by it: write sslmode, sslrootcert, sslcert or sslkey`;
  }
  const wanted = parameters?.get('target_session_attrs');
  if (wanted != null && !TAKES_CHANGES.has(wanted)) {
    return `target_session_attrs=${shown(wanted)} may lead to a server that takes no changes: write read-write, or leave it out`;
  }
  return undefined;
}

/** `require` and `verify-ca` verify as much as `verify-full` does. */
const SSL_MODES = new Set(['disable', 'no-verify', 'require', 'verify-ca', 'verify-full']);
/** Those that `pg` reads. */
const TLS_PARAMETERS = new Set(['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation']);
const FALLS_BACK = new Set(['allow', 'prefer']);
const TAKES_CHANGES = new Set(['read-write', 'primary']);
const MOST_SHOWN = 20;
const shown = (value: string) => value.replaceAll(/[^\w-]/g, '?').slice(0, MOST_SHOWN);

function hostOf(url: URL): PostgresHost | undefined {
  const directory = url.searchParams.get('host');
  // Without a host before the path or in the query, `pg` would use some local socket.
  if (url.hostname === '' && directory === null) return undefined;
  if (!decodes(url.username) || !decodes(url.password) || !decodes(url.pathname)) return undefined;
  const plain = new URL(url);
  plain.searchParams.delete('options');
  plain.searchParams.delete('target_session_attrs');
  // `pg` treats them all as verify-full, and would warn that this may change.
  if (STRICT.has(plain.searchParams.get('sslmode') ?? '')) plain.searchParams.set('sslmode', 'verify-full');
  const host = directory ?? decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, '$1');
  const port = Number(url.searchParams.get('port') ?? url.port) || DEFAULT_PORT;
  return { connectionString: plain.toString(), host, port };
}

const STRICT = new Set(['require', 'verify-ca']);

function parse(text: string): URL | undefined {
  for (const one of [text, text.replace('@/', `@${SOCKET}/`)]) {
    try {
      return new URL(one);
    } catch {}
  }
  return undefined;
}

function decodes(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
