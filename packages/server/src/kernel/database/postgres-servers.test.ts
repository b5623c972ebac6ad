import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeAuthority } from '../../testing/certificates.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../../testing/postgres-server.ts';
import { servicesRequired, unprivilegedUser } from '../../testing/processes.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';

const run = promisify(execFile);
const POOL = { maxConnections: 2, statementTimeoutMs: 5000 };
const PATIENCE = { timeout: 20_000 };
const missing = inject('postgresUrl') === null && !servicesRequired;

function programs(): string {
  const found = postgresPrograms();
  if (found === undefined) throw new Error('PostgreSQL was not found, and OPENHOUSE_REQUIRE_SERVICES is set.');
  return found;
}

async function asSuperuser(server: PostgresServer, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: `${server.url}/postgres` });
  await client.connect();
  for (const sql of statements) await client.query(sql);
  await client.end();
}

/** Who is connected how, or why nobody is. */
async function connected(url: string): Promise<string> {
  let database: Database | undefined;
  try {
    database = await openDatabase({ url, ...POOL });
    const { rows } = await database.pool.query(
      `select session_user as name, case when ssl then ' over TLS' else '' end as tls,
              coalesce(', certificate of ' || nullif(client_dn, ''), '') as card
         from pg_stat_ssl where pid = pg_backend_pid()`,
    );
    return `${rows[0].name}${rows[0].tls}${rows[0].card}`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database?.close();
  }
}

// Who may come how is the server's to say: over TLS only, with a certificate, through the socket.
const HBA = `local all all trust
host all postgres 127.0.0.1/32 password
hostssl all guest 127.0.0.1/32 password
hostssl all card 127.0.0.1/32 cert
`;

describe.skipIf(missing)('a server as companies have it (PostgreSQL)', () => {
  let server: PostgresServer;
  let folder = '';
  let port = '';
  const warnings: string[] = [];
  const heard = ({ message }: Error) => warnings.push(message);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openhouse-tls-'));
    const authority = makeAuthority(folder, 'authority');
    makeAuthority(folder, 'stranger');
    const { certificate, key } = authority.sign('server', 'localhost', 30);
    authority.sign('card', 'card', 30);
    await writeFile(join(folder, 'hba'), HBA);
    const { uid, gid } = unprivilegedUser();
    if (uid !== undefined) await Promise.all([folder, key].map((path) => chown(path, uid, gid)));
    server = await startPostgres(programs(), [
      'ssl=on',
      `ssl_cert_file=${certificate}`,
      `ssl_key_file=${key}`,
      `ssl_ca_file=${authority.file}`,
      `hba_file=${join(folder, 'hba')}`,
      `unix_socket_directories=${folder}`,
    ]);
    ({ port } = new URL(server.url));
    await asSuperuser(server, "create role guest login password 'word'", 'create role card login');
    process.on('warning', heard);
  });
  afterAll(async () => {
    process.off('warning', heard);
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    ['guest:word@localhost', 'sslmode=verify-full&sslrootcert=FOLDER/authority.pem', 'guest over TLS'],
    ['guest:word@localhost', 'sslmode=require&sslrootcert=FOLDER/authority.pem', 'guest over TLS'],
    ['guest:word@localhost', 'sslmode=no-verify', 'guest over TLS'],
    ['guest:word@localhost', 'sslmode=verify-full', 'Name the file of the authority that signed its certificate'],
    ['guest:word@localhost', 'sslmode=verify-full&sslrootcert=FOLDER/stranger.pem', 'Name the file of the authority'],
    ['guest:word@127.0.0.1', 'sslmode=require&sslrootcert=FOLDER/authority.pem', 'Write the name that its certificate'],
    ['guest:word@localhost', 'sslmode=verify-full&sslrootcert=FOLDER/nowhere.pem', 'ENOENT: no such file or directory'],
    ['guest:word@localhost', '', 'no encryption. Write sslmode=verify-full in DATABASE_URL.'],
    [
      'guest:word@localhost',
      'sslmode=prefer',
      'DATABASE_URL: sslmode=prefer would go on without TLS where there is none',
    ],
    ['guest:word@localhost', 'sslmode=verifyfull', 'sslmode=verifyfull is none that PostgreSQL has'],
    [
      'guest:wrong@localhost',
      'sslmode=no-verify',
      'password authentication failed for user "guest". Check DATABASE_URL.',
    ],
    [
      'card@localhost',
      'sslmode=verify-full&sslrootcert=FOLDER/authority.pem&sslcert=FOLDER/card.pem&sslkey=FOLDER/card.key',
      'card over TLS, certificate of /CN=card',
    ],
    ['card@localhost', 'sslmode=no-verify', "Name the client's certificate and its key"],
  ])('%s with %s: %s', async (who, query, outcome) => {
    const says = await connected(`postgres://${who}:${port}/postgres?${query.replaceAll('FOLDER', folder)}`);
    expect(says).toContain(outcome);
    expect(says).not.toMatch(/word@|wrong@/);
    expect(warnings).toEqual([]);
  });

  // As docs/guides/going-to-production.md says it of psql, pg_dump and pg_restore.
  test.each([
    ['sslmode=verify-full&sslrootcert=FOLDER/authority.pem', {}, 'guest'],
    ['sslmode=verify-full', {}, 'root certificate file "FOLDER/.postgresql/root.crt" does not exist'],
    ['sslmode=verify-full', { PGSSLROOTCERT: 'FOLDER/authority.pem' }, 'guest'],
    ['sslmode=verify-full', { PGSSLROOTCERT: 'FOLDER/stranger.pem' }, 'certificate verify failed'],
    ['sslmode=no-verify', {}, 'invalid sslmode value: "no-verify"'],
    ['sslmode=require', {}, 'guest'],
  ])("PostgreSQL's own commands with %s and %j: %s", async (query, more: Readonly<Record<string, string>>, outcome) => {
    const here = (text: string) => text.replaceAll('FOLDER', folder);
    const environment = Object.entries(more).map(([name, value]) => [name, here(value)]);
    const env = { PATH: process.env.PATH, HOME: folder, ...Object.fromEntries(environment) };
    const address = here(`postgres://guest:word@localhost:${port}/postgres?${query}`);
    const said = await run('psql', [address, '-Atc', 'select session_user'], { env }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    );
    expect(said).toContain(here(outcome));
  });

  test('through the socket of its machine', async () => {
    expect(await connected(`postgres:///postgres?user=guest&host=${folder}&port=${port}`)).toBe('guest');
  });

  test('a server without TLS is named when TLS is asked for', async () => {
    const plain = new URL(`${inject('postgresUrl')}/postgres?sslmode=verify-full`);
    expect(await connected(plain.href)).toContain('Switch TLS on there, or write sslmode=disable in DATABASE_URL.');
  });
});

describe.skipIf(missing)('several servers of which one takes changes (PostgreSQL)', { tags: 'slow' }, () => {
  const servers: PostgresServer[] = [];
  const closing: Database[] = [];
  const portOf = ({ url }: PostgresServer) => new URL(url).port;
  const leads = (server: PostgresServer, isLeader: boolean) =>
    asSuperuser(
      server,
      `alter system set default_transaction_read_only = ${isLeader ? 'off' : 'on'}`,
      'select pg_reload_conf()',
    );
  const address = (query = '') =>
    `postgres://reader:p%2Cw@${servers.map((server) => `127.0.0.1:${portOf(server)}`).join()}/postgres${query}`;
  const open = async (query?: string) => {
    const database = await openDatabase({ url: address(query), ...POOL });
    closing.push(database);
    return database;
  };
  const port = async ({ pool }: Database) => {
    const { rows } = await pool.query("select current_setting('port') as port");
    return rows[0].port;
  };

  beforeAll(async () => {
    servers.push(...(await Promise.all([startPostgres(programs()), startPostgres(programs())])));
    for (const server of servers) await asSuperuser(server, "create role reader login password 'p,w'");
  });
  afterAll(async () => {
    await Promise.all(closing.map((database) => database.close()));
    await Promise.all(servers.map((server) => server.stop()));
  });

  test('the one that takes changes is found, and another after it took over, by every connection', {
    tags: 'slow',
  }, async () => {
    const [first, second] = servers;
    if (first === undefined || second === undefined) throw new Error('two servers');
    await leads(first, false);
    const database = await open();
    expect(await port(database)).toBe(portOf(second));
    const owner = await database.connectAsOwner();
    expect((await owner.query("select current_setting('port') as port")).rows[0].port).toBe(portOf(second));
    await owner.end();
    // The leader dies, the other takes over, and the former leader comes back as a follower.
    await second.halt();
    await expect(port(database)).rejects.toThrow();
    await leads(first, true);
    await expect.poll(() => port(database).catch(String), PATIENCE).toBe(portOf(first));
    await second.start();
    await leads(second, false);
    expect(await Promise.all([port(database), port(database)])).toEqual([portOf(first), portOf(first)]);
    expect(await port(await open('?target_session_attrs=read-write'))).toBe(portOf(first));
  });

  test('without one that takes changes nothing starts, in a sentence', async () => {
    for (const server of servers) await leads(server, false);
    await expect(open()).rejects.toThrow('None of the hosts takes changes');
    await expect(open('?target_session_attrs=any')).rejects.toThrow(
      'DATABASE_URL: target_session_attrs=any may lead to a server that takes no changes: write read-write',
    );
  });
});
