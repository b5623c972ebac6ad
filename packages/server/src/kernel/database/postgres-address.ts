/** An address of a PostgreSQL server as `pg` takes it. */
export interface PostgresAddress {
  readonly connectionString: string;
  /** The start-up options that it brings; `pg` would let them win over ours. */
  readonly options: string;
  /** Server and database, for messages. Holds neither user nor password. */
  readonly where: string;
}

/** Stands for the host where a socket's directory is named instead; `pg` puts the directory over it. */
const SOCKET = 'socket';

/**
 * Reads `postgres://user:password@host:port/database`, or `postgres://user@/database?host=/directory` for a socket.
 * @returns undefined when it is not one: a `/` in the password ends the address.
 */
export function readPostgresAddress(text: string): PostgresAddress | undefined {
  const url = parse(text) ?? parse(text.replace('@/', `@${SOCKET}/`));
  if (url === undefined) return undefined;
  const directory = url.searchParams.get('host');
  // A host that is neither in its place nor in the query would be the user's own socket, whatever that is.
  if (url.hostname === '' && directory === null) return undefined;
  if (!decodes(url.username) || !decodes(url.password) || !decodes(url.pathname)) return undefined;
  const options = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  const host = directory ?? url.host;
  return { connectionString: url.toString(), options, where: `${host}${url.pathname}` };
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function decodes(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
