import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Config, parseConfig, requiredKeys } from '../../config/config.ts';
import { generateKey, loadSecrets } from '../../config/secrets.ts';
import { migrate } from '../../kernel/database/migrate.ts';
import { openDatabase } from '../../kernel/database/open-database.ts';
import { listen } from '../../kernel/http/listen.ts';
import { createLog } from '../../observe/log.ts';
import { type Authority, makeAuthority } from '../../testing/certificates.ts';
import { testDashboard } from '../../testing/dashboard.ts';
import { createApp, createTeam, enter } from '../../testing/dashboard-people.ts';
import { postgresUrl } from '../../testing/database.ts';
import { DEMO_BUNDLES } from '../../testing/demo-bundles.ts';
import { type Doctor, startDoctor } from '../../testing/doctor.ts';
import { startFaultProxy } from '../../testing/fault-proxy.ts';
import { useFolder } from '../../testing/folder.ts';
import { injectedPortal } from '../../testing/injected-portal.ts';
import { nginxProgram, startNginx } from '../../testing/nginx.ts';
import { type OidcServer, startOidcServer } from '../../testing/oidc-server.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { freePort, redisProgram, servicesRequired } from '../../testing/processes.ts';
import { startRedis } from '../../testing/redis.ts';
import { slowAfter } from '../../testing/slow-after.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { serveAlone } from '../serve-alone.ts';
import type { Service } from '../service.ts';
import type { Finding } from './finding.ts';

type Env = Record<string, string>;

/** A mistake, planted into an installation that is right otherwise. */
interface Mistake {
  /** What differs in the environment. */
  readonly env?: Env | (() => Env);
  /** Beside the environment; what it returns takes it back. */
  readonly plant?: () => Promise<() => Promise<unknown>>;
  readonly clockOffMs?: number;
  /** What is found: the check, and words of what is so and of what mends it. */
  readonly found: readonly [check: string, says: RegExp, mend: RegExp];
}

const SECRET = 'a secret of the client, long enough';
const missing =
  [inject('postgresUrl'), nginxProgram(), redisProgram()].some((part) => part == null) && !servicesRequired;

// PostgreSQL, Redis, an OpenID provider, nginx with TLS in front, and the service itself.
describe.skipIf(missing)('doctor', () => {
  const folder = useFolder();
  const ports: Record<string, number> = {};
  const opened: (() => Promise<unknown>)[] = [];
  const names =
    'portal gateway login direct doubled small open expired soon other stranger dead keeping stripping decoding sending plain'.split(
      ' ',
    );
  const at = (name: string) => `https://localhost:${ports[name]}`;
  let right: Env = {};
  let behindNobody: Env = {};
  let gatewayAlone: Env = {};
  let doctor: Doctor;
  let siteverify: Server;
  let redisUrl = '';
  let silentRedis = '';
  let clusterRedis = '';
  let smtpUrl = '';

  const as = (url: string, user: string) => {
    const address = new URL(url);
    [address.username, address.password] = [user, 'word'];
    return address.toString();
  };
  const superuser = async (url: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const askRedis = async (...command: [string, ...string[]]) => {
    const client = new Redis(redisUrl);
    await client.call(...command).finally(() => client.disconnect());
  };
  const serve = async (env: Env): Promise<Service> => {
    const options = { demoBundles: DEMO_BUNDLES, pages: folder, log: createLog('silent') };
    const service = await serveAlone(parseConfig(env), options);
    opened.push(service.stop);
    return service;
  };

  beforeAll(async () => {
    const program = nginxProgram();
    const redis = redisProgram();
    if (program === undefined || redis === undefined) throw new Error('nginx or redis-server was not found.');
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    for (const name of [...names, 'behindPortal', 'behindGateway', 'behindOperator', 'provider']) {
      ports[name] = await freePort();
    }
    const [authority, stranger] = ['authority', 'stranger'].map((name) => makeAuthority(folder, name)) as [
      Authority,
      Authority,
    ];
    const whole = authority.sign('whole', 'localhost', 30);
    const certificates: Record<string, { certificate: string; key: string }> = {
      expired: authority.sign('expired', 'localhost', -1),
      soon: authority.sign('soon', 'localhost', 5),
      other: authority.sign('other', 'elsewhere.example.com', 30),
      stranger: stranger.sign('foreign', 'localhost', 30),
    };
    const loop = (name: string) => `http://127.0.0.1:${ports[name]}`;
    const forwarded = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;';
    const target: Record<string, string> = {
      gateway: `${forwarded} proxy_pass ${loop('behindGateway')};`,
      login: `proxy_set_header X-Forwarded-Proto https; proxy_set_header Host $http_host; proxy_pass http://localhost:${ports.provider};`,
      direct: `proxy_pass ${loop('behindPortal')};`,
      doubled: `proxy_set_header X-Forwarded-For "203.0.113.7, $remote_addr"; proxy_pass ${loop('behindPortal')};`,
      small: `client_max_body_size 1m; ${forwarded} proxy_pass ${loop('behindPortal')};`,
      open: `${forwarded} proxy_pass ${loop('behindPortal')};`,
      dead: 'proxy_pass http://127.0.0.1:1;',
      keeping: `${forwarded} proxy_cache kept; proxy_cache_valid any 1m; proxy_ignore_headers Cache-Control; proxy_pass ${loop('behindGateway')};`,
      stripping: `${forwarded} proxy_set_header Authorization ""; proxy_pass ${loop('behindGateway')};`,
      decoding: `${forwarded} proxy_pass ${loop('behindGateway')}/;`,
      sending: `${forwarded} proxy_pass ${loop('behindGateway')};`,
      plain: `${forwarded} proxy_pass ${loop('behindGateway')};`,
    };
    // nginx's own code for plain HTTP at a port with TLS.
    const atPlain: Record<string, string> = {
      sending: 'error_page 497 =301 https://$http_host$request_uri;',
      plain: `error_page 497 = @plain; location @plain { ${target.plain} }`,
    };
    const servers = names.map((name) => {
      const { certificate, key } = certificates[name] ?? whole;
      const way = target[name] ?? `${forwarded} proxy_pass ${loop('behindPortal')};`;
      const metrics = name === 'open' ? `location /metrics { proxy_pass ${loop('behindOperator')}; }` : '';
      return `server { listen 127.0.0.1:${ports[name]} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};
        client_max_body_size 256m; ${atPlain[name] ?? ''} ${metrics} location / { ${way} } }`;
    });
    const cache = `proxy_cache_path ${join(folder, 'kept')} keys_zone=kept:1m;`;
    const nginx = await startNginx(program, [cache, ...servers].join('\n'), ports.portal ?? 0);
    opened.push(nginx.stop);

    const server = await startRedis(redis);
    opened.push(server.delete);
    redisUrl = server.url;
    const smtp = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, callback) =>
        password === 'right'
          ? callback(null, { user: 'mailer' })
          : callback(Object.assign(new Error('No.'), { responseCode: 535 })),
    });
    opened.push(smtp.stop);
    smtpUrl = smtp.url;
    const callbackUrl = `${at('portal')}/auth/sign-in-callback`;
    const provider: OidcServer = await startOidcServer({
      clientId: 'openhouse',
      clientSecret: SECRET,
      callbackUrl,
      logoutUrl: `${at('portal')}/auth/backchannel-logout`,
      issuer: at('login'),
      port: ports.provider ?? 0,
    });
    opened.push(provider.kill);
    siteverify = createServer((_request, response) => {
      response.end(JSON.stringify({ success: false, 'error-codes': ['invalid-input-secret'] }));
    });
    await listen(siteverify, 0, '127.0.0.1');
    opened.push(async () => siteverify.close());

    // Some other database of this server may have made it already.
    const service = `do $$ begin create role openhouse_service nologin; exception when duplicate_object then null; end $$`;
    await superuser(`${postgresUrl()}/postgres`, service);
    const url = await createEmptyDatabase(postgresUrl());
    const owner = `owner_${randomBytes(6).toString('hex')}`;
    await superuser(
      url,
      `create role ${owner} login password 'word'`,
      `alter database ${new URL(url).pathname.slice(1)} owner to ${owner}`,
    );
    await superuser(url, `alter schema public owner to ${owner}`);
    opened.push(() =>
      superuser(
        `${postgresUrl()}/postgres`,
        `drop database ${new URL(url).pathname.slice(1)} with (force)`,
        `drop role ${owner}`,
        `drop role if exists ${owner}_gate`,
      ),
    );
    right = {
      APP_ENV: 'production',
      DATA_DIR: data,
      PORTAL_URL: at('portal'),
      BASE_URL: at('gateway'),
      LOGIN_URL: at('login'),
      PORTAL_PORT: String(ports.behindPortal),
      GATEWAY_PORT: String(ports.behindGateway),
      OPERATOR_PORT: String(ports.behindOperator),
      LISTEN_HOST: '127.0.0.1',
      DATABASE_URL: as(url, owner),
      REDIS_URL: redisUrl,
      IDENTITY_PROVIDER: 'oidc',
      OIDC_ISSUER: at('login'),
      OIDC_CLIENT_ID: 'openhouse',
      OIDC_CLIENT_SECRET: SECRET,
      SVC_AUTH_COOKIE_DOMAIN: 'host-only',
      TRUST_PROXY_HOPS: '1',
      ...Object.fromEntries(requiredKeys.map((name) => [name, generateKey(name)])),
    };
    const config = parseConfig(right);
    const secrets = await loadSecrets(config);
    const database = await openDatabase({
      url: right.DATABASE_URL ?? '',
      maxConnections: 2,
      statementTimeoutMs: 10_000,
    });
    const gatewayUrl = as(url, `${owner}_gate`);
    await superuser(url, `create role ${owner}_gate login password 'word'`);
    const granting = await openDatabase({
      url: right.DATABASE_URL ?? '',
      gatewayUrl,
      maxConnections: 1,
      statementTimeoutMs: 10_000,
    });
    await migrate(granting);
    await granting.close();
    const { appSecretPepper: pepper, appSecretSealingKeys: sealingKeys, sessionSealingKeys } = secrets;
    const dashboard = testDashboard(database, { pepper, sealingKeys });
    const portal = injectedPortal(database, { dashboard, sessionSealingKeys });
    const ada = await enter(portal, 'ada');
    await createTeam(ada, 'Team');
    await createApp(ada, 'App');
    await portal.app.close();
    await database.close();
    await serve(right);

    gatewayAlone = {
      SERVE_ONLY: 'gateway',
      APP_ENV: 'production',
      DATA_DIR: data,
      BASE_URL: at('gateway'),
      GATEWAY_PORT: String(ports.behindGateway),
      OPERATOR_PORT: String(ports.behindOperator),
      LISTEN_HOST: '127.0.0.1',
      DATABASE_GATEWAY_URL: gatewayUrl,
      REDIS_URL: redisUrl,
      TRUST_PROXY_HOPS: '1',
      ...Object.fromEntries(
        ['ACCESS_TOKEN_KEYS', 'APP_SECRET_PEPPER', 'LINK_KEYS'].map((name) => [name, right[name] ?? '']),
      ),
    };

    // A service that believes no proxy, with one in front all the same.
    const [portalPort, gatewayPort, operatorPort] = await Promise.all([freePort(), freePort(), freePort()]);
    behindNobody = {
      TRUST_PROXY_HOPS: '0',
      PORTAL_PORT: `${portalPort}`,
      GATEWAY_PORT: `${gatewayPort}`,
      OPERATOR_PORT: `${operatorPort}`,
    };
    ports.unbelieving = await freePort();
    behindNobody.PORTAL_URL = at('unbelieving');
    const second = await startNginx(
      program,
      `server { listen 127.0.0.1:${ports.unbelieving} ssl; ssl_certificate ${whole.certificate}; ssl_certificate_key ${whole.key};
        location / { ${forwarded} proxy_pass http://127.0.0.1:${portalPort}; } }`,
      ports.unbelieving,
    );
    opened.push(second.stop);
    await serve({ ...right, ...behindNobody });
    doctor = await startDoctor(authority.file);
    opened.push(doctor.stop);
  }, 120_000);
  afterAll(async () => {
    for (const close of opened.toReversed()) await close();
  }, 60_000);

  /** What is no fault, whatever is wrong. */
  const faults = (findings: readonly Finding[]) =>
    findings.filter(({ verdict }) => verdict === 'broken' || verdict === 'warning');

  test('a right installation gives no warning, and nothing is left out', { tags: 'slow' }, async () => {
    const findings = await doctor.look(right);
    expect(faults(findings)).toEqual([]);
    expect(findings.filter(({ verdict }) => verdict === 'skipped')).toEqual([]);
  });

  test('nor do heads of audit logs that are to be kept, or were kept too long ago', { tags: 'slow' }, async () => {
    const heads = join(folder, 'old-heads.jsonl');
    const env = { ...right, AUDIT_HEADS_TO: pathToFileURL(heads).href };
    expect(faults(await doctor.look(env))).toEqual([]);
    writeFileSync(
      heads,
      `${JSON.stringify({ at: '2026-01-01T00:00:00Z', chain: 'team-gone', number: 3, hash: 'aa' })}\n`,
    );
    expect(faults(await doctor.look(env))).toEqual([]);
  });

  test('nor does one whose data directory nothing was kept in yet', { tags: 'slow' }, async () => {
    const { DATA_DIR = '' } = right;
    const ASSET_STORE_URL = pathToFileURL(join(DATA_DIR, 'assets')).href;
    const later = await doctor.look({ ...right, DATA_DIR: join(DATA_DIR, 'later', 'data'), ASSET_STORE_URL });
    expect(faults(later)).toEqual([]);
  });

  describe('a gateway alone', () => {
    test('that is right gives no warning, and is asked for nothing of the portal', { tags: 'slow' }, async () => {
      const findings = await doctor.look(gatewayAlone);
      expect(faults(findings)).toEqual([]);
      expect(findings.map(({ check }) => check)).toEqual(
        expect.arrayContaining([
          'database connections',
          'sealed secrets',
          'keys of the processes',
          'gateway',
          'certificate',
        ]),
      );
      expect(
        findings.filter(({ check }) => /portal|provider|bot check|upload|app service|skipped/.test(check)),
      ).toEqual([]);
    });

    slowAfter<readonly [string, () => Env, Mistake['found']]>(1, [
      [
        'a user who sees sealed secrets',
        () => ({ DATABASE_GATEWAY_URL: right.DATABASE_URL ?? '' }),
        ['sealed secrets', /which may read sealed secrets.*DATABASE_GATEWAY_URL/, /broken into/],
      ],
      [
        'a replica that is the database itself',
        () => ({ DATABASE_READ_URL: gatewayAlone.DATABASE_GATEWAY_URL ?? '' }),
        ['replica', /it follows no other server: it is the primary itself/, /or leave that empty/],
      ],
      [
        'a replica that is away',
        () => ({ DATABASE_READ_URL: (gatewayAlone.DATABASE_GATEWAY_URL ?? '').replace(':word@', ':wrong@') }),
        ['replica', /cannot be asked: password authentication failed/, /user of DATABASE_READ_URL/],
      ],
      [
        'a password that is wrong',
        () => ({ DATABASE_GATEWAY_URL: (gatewayAlone.DATABASE_GATEWAY_URL ?? '').replace(':word@', ':wrong@') }),
        ['database', /password authentication failed/, /password of DATABASE_GATEWAY_URL/],
      ],
      [
        'another pepper than the others have',
        () => ({ APP_SECRET_PEPPER: generateKey('APP_SECRET_PEPPER') }),
        ['keys of the processes', /key 1 of APP_SECRET_PEPPER is another one at/, /the same rings/],
      ],
      [
        'a public address where something else answers',
        () => ({ BASE_URL: at('portal') }),
        ['gateway', /the portal answers there/, /Exchange/],
      ],
    ])('finds %s', async (_name, env, [check, says, mend]) => {
      expect(faults(await doctor.look({ ...gatewayAlone, ...env() }))).toContainEqual(
        expect.objectContaining({ check, says: expect.stringMatching(says), mend: expect.stringMatching(mend) }),
      );
    });
  });

  const here = (port: string) => ({ [port]: String((siteverify.address() as { port: number }).port) });
  const database = () => new URL(right.DATABASE_URL ?? '').pathname.slice(1);
  const withDatabase = (change: (url: URL) => void) => {
    const url = new URL(right.DATABASE_URL ?? '');
    change(url);
    return { DATABASE_URL: url.toString() };
  };
  const asSuperuser = `${inject('postgresUrl')}`;
  const onDatabase = (...statements: string[]) => superuser(`${asSuperuser}/${database()}`, ...statements);
  const role = () => new URL(right.DATABASE_URL ?? '').username;

  const mistakes: Record<string, Mistake> = {
    'a variable that is misspelt': {
      env: { TRUST_PROXY_HOP: '1' },
      found: ['configuration', /TRUST_PROXY_HOP is no setting/, /configuration/],
    },
    'two equal ports': {
      env: () => ({ PORTAL_PORT: right.GATEWAY_PORT ?? '' }),
      found: ['configuration', /GATEWAY_PORT and PORTAL_PORT are both .* give each a port of its own/, /./],
    },
    'an operator port on every interface': {
      env: { OPERATOR_HOST: '0.0.0.0' },
      found: ['configuration', /OPERATOR_HOST .* other machines reach.*leave it at 127\.0\.0\.1/, /./],
    },
    'one key for two purposes': {
      env: () => ({ LINK_KEYS: right.COOKIE_SECRETS ?? '' }),
      found: ['configuration', /serves twice/, /./],
    },
    'a public address without https': {
      env: { BASE_URL: 'http://gateway.example.com' },
      found: ['configuration', /BASE_URL must be an https address/, /./],
    },
    'NODE_ENV for APP_ENV': {
      env: () => ({ APP_ENV: undefined as unknown as string, NODE_ENV: 'production' }),
      found: ['configuration', /NODE_ENV is production, but no setting/, /./],
    },
    'a data directory that others may read': {
      plant: async () => {
        chmodSync(right.DATA_DIR ?? '', 0o755);
        return async () => chmodSync(right.DATA_DIR ?? '', 0o700);
      },
      found: ['file modes', /mode 0755/, /chmod 0700/],
    },
    'a file for a data directory': {
      env: { DATA_DIR: import.meta.filename },
      found: ['data directory', /doctor\.test\.ts is a file/, /Name a folder in DATA_DIR/],
    },
    "an authority's certificate that is not there": {
      env: () => withDatabase((url) => (url.search = '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem')),
      found: ['database', /ENOENT.*\/nowhere\/ca\.pem/, /Name files that this user may read: sslrootcert=/],
    },
    'a data directory that cannot be made': {
      env: { DATA_DIR: join(import.meta.filename, 'data') },
      found: ['data directory', /cannot be made in .*doctor\.test\.ts/, /mode 0700/],
    },
    'a file of keys that cannot be read': {
      env: { APP_ENV: 'test', LINK_KEYS: '' },
      plant: async () => {
        const file = join(right.DATA_DIR ?? '', 'keys.json');
        writeFileSync(file, 'no JSON', { mode: 0o600 });
        return async () => (await import('node:fs/promises')).rm(file);
      },
      found: ['keys', /keys\.json cannot be read/, /Restore it/],
    },
    'more cache than there is memory': {
      env: { FRAME_CACHE_MB: '65536', WORKERS: '128', DATABASE_POOL_SIZE: '10' },
      found: ['memory', /FRAME_CACHE_MB 65536/, /Lower FRAME_CACHE_MB/],
    },
    'a login that row-level security does not bind': {
      env: () => ({ DATABASE_URL: `${asSuperuser}/${database()}` }),
      found: ['login', /postgres, which row-level security does not bind/, /neither a superuser nor has BYPASSRLS/],
    },
    'a service user that row-level security does not bind': {
      env: () => ({ DATABASE_SERVICE_URL: `${asSuperuser}/${database()}` }),
      found: ['role', /works as postgres, which row-level security does not bind/, /BYPASSRLS/],
    },
    'the owner as the service user': {
      env: () => ({ DATABASE_SERVICE_URL: right.DATABASE_URL ?? '' }),
      found: [
        'role',
        /DATABASE_SERVICE_URL names and which owns the tables/,
        /Exchange DATABASE_URL and DATABASE_SERVICE_URL/,
      ],
    },
    'a service user of another database': {
      env: () => ({ DATABASE_SERVICE_URL: `${asSuperuser}/postgres` }),
      found: ['database', /DATABASE_SERVICE_URL leads to another database .* Write .* into DATABASE_SERVICE_URL/, /^$/],
    },
    "a gateway's user of another database": {
      env: () => ({ DATABASE_GATEWAY_URL: `${asSuperuser}/postgres` }),
      found: [
        "gateway's user",
        /DATABASE_GATEWAY_URL leads to another database .* Write .* into DATABASE_GATEWAY_URL/,
        /^$/,
      ],
    },
    'a service user whose password PostgreSQL refuses': {
      env: () => ({ DATABASE_SERVICE_URL: as(right.DATABASE_URL ?? '', 'nobody') }),
      found: ['database', /"nobody"/, /the (user|password) .*DATABASE_SERVICE_URL/],
    },
    'a table whose policies were switched off': {
      plant: async () => {
        await onDatabase('alter table app no force row level security');
        return () => onDatabase('alter table app force row level security');
      },
      found: ['row-level security', /app/, /statements named/],
    },
    'a right that the service lacks, as after a restore without privileges': {
      plant: async () => {
        await onDatabase(`revoke select on webhook_endpoint from ${role()}`);
        return () => onDatabase(`grant select on webhook_endpoint to ${role()}`);
      },
      found: ['rights', /lacks select on webhook_endpoint\./, /openhouse migrate/],
    },
    'a role that another installation of the cluster shares': {
      plant: async () => {
        await onDatabase(
          'grant select on app_secret to openhouse_service',
          `create role ${role()}_other login in role openhouse_service`,
        );
        return () => onDatabase('revoke select on app_secret from openhouse_service', `drop role ${role()}_other`);
      },
      found: [
        'shared role',
        /_other may become openhouse_service and connect/,
        /revoke connect on database \w+ from public/,
      ],
    },
    'a database that was not migrated': {
      plant: async () => {
        await superuser(`${asSuperuser}/postgres`, `create database ${database()}_empty owner ${role()}`);
        return () => superuser(`${asSuperuser}/postgres`, `drop database ${database()}_empty with (force)`);
      },
      env: () => withDatabase((url) => (url.pathname += '_empty')),
      found: ['schema', /lacks 0001/, /openhouse migrate/],
    },
    'a password that PostgreSQL refuses': {
      env: () => withDatabase((url) => (url.password = 'wrong')),
      found: ['database', /password authentication failed/, /password of DATABASE_URL/],
    },
    'a database that is not there': {
      env: () => withDatabase((url) => (url.pathname = '/nowhere')),
      found: ['database', /"nowhere" does not exist/, /[Cc]reate/],
    },
    'a PostgreSQL that is not there': {
      env: () => withDatabase((url) => (url.port = '1')),
      found: ['database', /ECONNREFUSED/, /runs/],
    },
    'pools beyond max_connections': {
      env: { DATABASE_POOL_SIZE: '200' },
      found: ['database connections', /may open 200 .*max_connections/, /Lower DATABASE_POOL_SIZE/],
    },
    'pools beyond what the role may have': {
      plant: async () => {
        await onDatabase(`alter role ${role()} connection limit 9`);
        return () => onDatabase(`alter role ${role()} connection limit -1`);
      },
      found: ['database connections', /its role may have 9/, /CONNECTION LIMIT/],
    },
    'another pepper': {
      env: { APP_SECRET_PEPPER: generateKey('APP_SECRET_PEPPER') },
      found: ['pepper', /every app secret is refused/, /Set the former one/],
    },
    'another sealing key of app secrets': {
      env: { APP_SECRET_SEALING_KEYS: generateKey('APP_SECRET_SEALING_KEYS') },
      found: ['sealed app secrets', /opens 0 of the newest 1/, /Add the key/],
    },
    'another sealing key of sessions': {
      env: { SESSION_SEALING_KEYS: generateKey('SESSION_SEALING_KEYS') },
      found: ['sealed sessions', /opens 0 of the newest/, /Add the key/],
    },
    'a key that a process has under another value': {
      env: { LINK_KEYS: generateKey('LINK_KEYS') },
      found: ['keys of the processes', /key 1 of LINK_KEYS is another one at/, /the same rings/],
    },
    'a key that no process knows yet': {
      env: () => ({ LINK_KEYS: `${right.LINK_KEYS},${generateKey('LINK_KEYS').replace('1:', '2:')}` }),
      found: ['keys of the processes', /key 2 of LINK_KEYS is not known at/, /restart those that lack/],
    },
    'a Redis that the other processes do not count in': {
      env: () => ({ REDIS_URL: `${redisUrl}/1` }),
      found: ['shared limits', /counts elsewhere/, /the same REDIS_URL/],
    },
    'a mail server that is not there': {
      env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'openhouse@example.com' },
      found: ['mail server', /cannot be spoken to/, /host and port/],
    },
    'a mail server that refuses the password': {
      env: () => ({ SMTP_URL: smtpUrl.replace('//', '//mailer:wrong@'), MAIL_FROM: 'openhouse@example.com' }),
      found: ['mail server', /refuses user or password/, /SMTP_URL/],
    },
    'something else where the mail server should be': {
      env: () => ({ SMTP_URL: `smtp://127.0.0.1:${ports.behindOperator}`, MAIL_FROM: 'openhouse@example.com' }),
      found: ['mail server', /cannot be spoken to|in time/, /host and port/],
    },
    'smtps: for a mail server that does not begin with TLS': {
      env: () => ({ SMTP_URL: smtpUrl.replace('smtp:', 'smtps:'), MAIL_FROM: 'openhouse@example.com' }),
      found: ['mail server', /does not begin with TLS, as smtps: says/, /Write smtp: in SMTP_URL/],
    },
    'a mail server whose certificate nobody vouches for': {
      env: () => ({ SMTP_URL: `smtps://localhost:${ports.stranger}`, MAIL_FROM: 'openhouse@example.com' }),
      found: ['mail server', /its certificate is not one that this machine takes/, /NODE_EXTRA_CA_CERTS/],
    },
    'a collector that is not there': {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:3' },
      found: ['collector', /OTEL_EXPORTER_OTLP_ENDPOINT is http:\/\/127\.0\.0\.1:3: nobody listens/, /port/],
    },
    'something else where the collector should be': {
      env: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${ports.behindOperator}` }),
      found: ['collector', /answers HTTP 405 to traces/, /OTLP over HTTP, most often on port 4318/],
    },
    'a proxy that keeps the answers of the gateway': {
      env: () => ({ BASE_URL: at('keeping') }),
      found: ["gateway's proxy", /keeps the answers/, /cache nothing/],
    },
    'a proxy that takes tokens away': {
      env: () => ({ BASE_URL: at('stripping') }),
      found: ["gateway's proxy", /takes the Authorization header away/, /pass that header on/],
    },
    'a proxy that decodes paths': {
      env: () => ({ BASE_URL: at('decoding') }),
      found: ["gateway's proxy", /decodes or normalises paths/, /proxy_pass without a path/],
    },
    'a proxy that sends plain HTTP of the gateway on': {
      env: () => ({ BASE_URL: at('sending') }),
      found: ['plain HTTP', /redirects: a client .* already sent its secret unencrypted/, /in nginx: return 403/],
    },
    'a proxy that serves plain HTTP of the gateway': {
      env: () => ({ BASE_URL: at('plain') }),
      found: ['plain HTTP', /The gateway answers at http:\/\/localhost:\d+ too/, /in nginx: return 403/],
    },
    'a Redis that is not there': {
      env: { REDIS_URL: 'redis://127.0.0.1:1' },
      found: ['Redis', /nobody listens/, /port/],
    },
    'a password that Redis refuses': {
      env: () => ({ REDIS_URL: redisUrl.replace(/:[^:@/]+@/, ':wrong@') }),
      found: ['Redis', /refuses the password/, /REDIS_URL/],
    },
    'a database that Redis does not have': {
      env: () => ({ REDIS_URL: `${redisUrl}/9999` }),
      found: ['Redis', /no database of that number/, /leave the number out/],
    },
    'a Redis that follows another one': {
      plant: async () => {
        await askRedis('replicaof', '127.0.0.1', '1');
        return () => askRedis('replicaof', 'no', 'one');
      },
      found: ['Redis', /replica counts nothing/, /primary/],
    },
    'a Redis whose memory is full': {
      plant: async () => {
        await askRedis('config', 'set', 'maxmemory', '1');
        return () => askRedis('config', 'set', 'maxmemory', '0');
      },
      found: ['Redis', /memory is full/, /maxmemory/],
    },
    'a Redis that hangs': {
      plant: async () => {
        const silent = await startFaultProxy(Number(new URL(redisUrl).port));
        silent.hold(true);
        silentRedis = `redis://127.0.0.1:${silent.port}`;
        return silent.close;
      },
      env: () => ({ REDIS_URL: silentRedis }),
      found: ['Redis', /does not answer within \d+ s/, /firewall/],
    },
    'a node of a Redis cluster': {
      plant: async () => {
        const node = await startRedis(redisProgram() ?? '');
        await node.stop();
        await node.start('--cluster-enabled', 'yes', '--cluster-port', String(await freePort()));
        clusterRedis = node.url;
        return node.delete;
      },
      env: () => ({ REDIS_URL: clusterRedis }),
      found: ['Redis', /a node of a cluster/, /without cluster mode/],
    },
    'something else where Redis should be': {
      env: () => ({ REDIS_URL: `redis://127.0.0.1:${ports.behindOperator}` }),
      found: ['Redis', /no Redis/, /host and port/],
    },
    'a client id that the provider does not know': {
      env: { OIDC_CLIENT_ID: 'openhose' },
      found: ['identity provider client', /does not take/, /Copy both/],
    },
    'a client secret that is wrong': {
      env: { OIDC_CLIENT_SECRET: 'another secret, as long as the right one' },
      found: ['identity provider client', /does not take/, /Copy both/],
    },
    'a callback that the provider does not know': {
      env: () => ({ PORTAL_URL: at('small') }),
      found: ['identity provider callback', /does not take https/, /Register https/],
    },
    'an issuer by another name': {
      env: () => ({ OIDC_ISSUER: `${at('login')}/realm` }),
      found: ['identity provider', /does not describe itself/, /OIDC_ISSUER/],
    },
    'an issuer that calls itself by another scheme': {
      env: () => ({ APP_ENV: 'test', OIDC_ISSUER: `http://localhost:${ports.provider}` }),
      found: ['identity provider', /: it calls itself https:\/\/localhost:\d+\./, /OIDC_ISSUER/],
    },
    'a provider that is away': {
      env: { OIDC_ISSUER: 'https://localhost:3' },
      found: ['identity provider', /nobody listens/, /./],
    },
    'an authority that this machine does not trust': {
      env: () => ({ OIDC_ISSUER: at('stranger') }),
      found: ['identity provider', /nobody this machine trusts/, /NODE_EXTRA_CA_CERTS/],
    },
    'public addresses exchanged': {
      env: () => ({ PORTAL_URL: at('gateway'), BASE_URL: at('portal') }),
      found: ['portal', /the gateway answers there/, /Exchange PORTAL_URL and BASE_URL/],
    },
    'a proxy whose back end is away': {
      env: () => ({ BASE_URL: at('dead') }),
      found: ['gateway', /something else answers there \(HTTP 502\)/, /proxy in front/],
    },
    'a certificate that has ended': {
      env: () => ({ PORTAL_URL: at('expired') }),
      found: ['portal', /has expired/, /Renew/],
    },
    'a certificate that ends soon': {
      env: () => ({ BASE_URL: at('soon') }),
      found: ['certificate', /ends in [45] days/, /Renew/],
    },
    'a certificate of another name': {
      env: () => ({ BASE_URL: at('other') }),
      found: ['gateway', /for another name/, /./],
    },
    'hops 0 behind a proxy': {
      env: () => behindNobody,
      found: ['proxies', /TRUST_PROXY_HOPS is 0/, /Set TRUST_PROXY_HOPS/],
    },
    'a proxy that does not say where calls come from': {
      env: () => ({ PORTAL_URL: at('direct') }),
      found: ['proxies', /fewer entries/, /Lower TRUST_PROXY_HOPS/],
    },
    'a second proxy that was not counted': {
      env: () => ({ PORTAL_URL: at('doubled') }),
      found: ['proxies', /more entries/, /Raise TRUST_PROXY_HOPS/],
    },
    'a proxy that refuses uploads': {
      env: () => ({ PORTAL_URL: at('small') }),
      found: ['upload size', /refuses a tour of 256 MiB/, /client_max_body_size 256m/],
    },
    'an operator port that the proxy shows': {
      env: () => ({ PORTAL_URL: at('open') }),
      found: ['operator port', /everybody may read/, /portal and the gateway only/],
    },
    'a port that another program has': {
      env: () => ({ OPERATOR_PORT: String(ports.portal), ...here('GATEWAY_PORT') }),
      found: ['ports', /GATEWAY_PORT: another program listens/, /cannot start/],
    },
    'a secret of the bot check that its service refuses': {
      env: () => ({
        APP_ENV: 'test',
        BOT_CHECK: 'turnstile',
        BOT_CHECK_SITE_KEY: 'site',
        BOT_CHECK_SECRET: 'secret',
        BOT_CHECK_VERIFY_URL: `http://127.0.0.1:${(siteverify.address() as { port: number }).port}`,
      }),
      found: ['bot check', /does not take BOT_CHECK_SECRET/, /Copy the secret key/],
    },
    'entries of the audit logs that were kept and are gone': {
      plant: async () => {
        const kept = { at: new Date().toISOString(), chain: 'team-gone', number: 3, hash: 'aa' };
        writeFileSync(join(folder, 'heads.jsonl'), `half a line\n${JSON.stringify(kept)}\n`);
        return async () => rmSync(join(folder, 'heads.jsonl'));
      },
      env: () => ({ AUDIT_HEADS_TO: pathToFileURL(join(folder, 'heads.jsonl')).href }),
      found: ['audit heads', /team-gone ends at entry 0, and entry 3 was kept/, /openhouse audit verify --heads/],
    },
    'heads of audit logs that have no folder': {
      env: () => ({ AUDIT_HEADS_TO: pathToFileURL(join(folder, 'none', 'heads.jsonl')).href }),
      found: ['audit heads', /cannot be made in .*none/, /Make that folder/],
    },
    'an address of heads that does not answer': {
      env: { AUDIT_HEADS_TO: 'https://127.0.0.1:3/collector' },
      found: ['audit heads', /AUDIT_HEADS_TO is https:\/\/127\.0\.0\.1:3: nobody listens/, /port/],
    },
    'an app service that is away': {
      env: { APP_ENV: 'test', UPSTREAM_APPS_URL: 'http://127.0.0.1:3', UPSTREAM_APPS_TOKEN: 'a token, long enough' },
      found: ['app service', /nobody listens/, /./],
    },
    "a clock behind the database's": {
      clockOffMs: -60_000,
      found: ['database clock', /ahead of this machine/, /time server/],
    },
    "a clock ahead of the provider's": {
      clockOffMs: 3_600_000,
      found: ['identity provider clock', /differ by 3\d\d\d s/, /nobody can sign in/],
    },
  };

  slowAfter(4, Object.entries(mistakes))('finds %s, and says what mends it', async (_name, mistake) => {
    const { env = {}, plant, clockOffMs = 0, found } = mistake;
    const takeBack = await plant?.();
    try {
      const other = typeof env === 'function' ? env() : env;
      const merged = Object.entries({ ...right, ...other }).filter(([, value]) => value !== undefined);
      const findings = faults(await doctor.look(Object.fromEntries(merged), clockOffMs));
      const [check, says, mend] = found;
      expect(findings).toContainEqual(
        expect.objectContaining({ check, says: expect.stringMatching(says), mend: expect.stringMatching(mend) }),
      );
      const told = JSON.stringify(findings);
      for (const name of [...requiredKeys, 'OIDC_CLIENT_SECRET'] as (keyof Config & string)[]) {
        expect(told).not.toContain(right[name]?.replace(/^1:/, ''));
      }
    } finally {
      await takeBack?.();
    }
  });

  test('finds a bound of file descriptors that callers soon reach', { tags: ['slow', 'long'] }, async () => {
    const bound = await startDoctor(join(folder, 'authority.pem'), 256);
    const findings = await bound.look({ DATA_DIR: join(folder, 'none') }).finally(bound.stop);
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'file descriptors',
        verdict: 'broken',
        mend: expect.stringContaining('LimitNOFILE'),
      }),
    );
  });
});
