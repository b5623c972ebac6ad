import { availableParallelism } from 'node:os';
import { DEFAULT_DATA_DIRECTORY } from '@openhouse/contract';
import { appProblems, appVariables, requiredAppKeys } from './apps.ts';
import { isLoopbackHost } from './hosts.ts';
import { identityProblems, identityVariables, requiredIdentityKeys } from './identity.ts';
import { type NamedKeys, sharedKeyProblems } from './shared-keys.ts';
import {
  ConfigError,
  integer,
  keyRing,
  oneOf,
  optional,
  postgresAddress,
  type Reader,
  readVariables,
  redisAddress,
  secretBytes,
  text,
  url,
  type ValuesOf,
  variable,
} from './variables.ts';

const port = integer(1, 65_535);
const mostWorkers = 128;

/** How many workers; `auto` is one a core. */
const workerCount: Reader<number> = {
  takes: `a whole number from 1 to ${mostWorkers}, or auto for one a processor core`,
  read: (value) =>
    value === 'auto' ? Math.min(mostWorkers, availableParallelism()) : integer(1, mostWorkers).read(value),
};

/**
 * Every environment variable of the service, declared once; the reference page is generated from here.
 * Units stand last in the names (decision 0014).
 */
export const variables = {
  APP_ENV: variable(
    oneOf('development', 'test', 'production'),
    'development',
    'production switches on every production check.',
  ),
  PORTAL_URL: variable(
    optional(url),
    '',
    'Public address of the developer portal; http://localhost:PORTAL_PORT when empty.',
  ),
  PORTAL_PORT: variable(port, '4000', 'Port the portal listens on.'),
  BASE_URL: variable(
    optional(url),
    '',
    'Public address of the gateway; signed links point here; http://localhost:GATEWAY_PORT when empty.',
  ),
  GATEWAY_PORT: variable(port, '4001', 'Port the gateway listens on.'),
  LOGIN_URL: variable(
    optional(url),
    '',
    "Public address of the identity provider's sign-in page; http://localhost:SIGN_IN_PORT when empty.",
  ),
  SIGN_IN_PORT: variable(port, '4002', 'Port of the built-in sign-in page; development only.'),
  OPERATOR_PORT: variable(port, '4003', 'Port of /healthz, /readyz and /metrics.'),
  OPERATOR_HOST: variable(text, '127.0.0.1', 'Address the operator port is bound to; see OPERATOR_BEYOND_LOOPBACK.'),
  OPERATOR_BEYOND_LOOPBACK: variable(
    oneOf('no', 'yes'),
    'no',
    'yes allows an OPERATOR_HOST that other machines reach: the operator port has no sign-in.',
  ),
  LISTEN_HOST: variable(text, 'localhost', 'Address the other ports are bound to; 0.0.0.0 or :: for every interface.'),
  DATA_DIR: variable(
    text,
    DEFAULT_DATA_DIRECTORY,
    'Directory of the embedded store, local assets and generated keys, mode 0700.',
  ),
  DATABASE_URL: variable(
    optional(postgresAddress),
    '',
    'PostgreSQL 15 or later; empty for the embedded store in DATA_DIR. Its user owns the database, or its tables.',
  ),
  DATABASE_SERVICE_URL: variable(
    optional(postgresAddress),
    '',
    'The same database with the user to serve as, who owns nothing; empty serves with DATABASE_URL. openhouse migrate grants it what it needs.',
  ),
  DATABASE_POOLER: variable(
    oneOf('none', 'transaction'),
    'none',
    'transaction where a pooler such as PgBouncer stands before PostgreSQL and gives its connections to one transaction each.',
  ),
  DATABASE_POOL_SIZE: variable(
    integer(1, 200),
    '10',
    'Most connections to PostgreSQL, of all workers together; each has at least 3, a process without workers 2. Half of them, rounded down, are for reads and /readyz alone.',
  ),
  STATEMENT_TIMEOUT_MS: variable(
    integer(100, 600_000),
    '10000',
    'Milliseconds after which PostgreSQL ends a statement.',
  ),
  REDIS_URL: variable(
    optional(redisAddress),
    '',
    'Valkey or Redis 6 or later, to share the limits between nodes; empty keeps them in memory.',
  ),
  ACCESS_TOKEN_LIFETIME_S: variable(integer(1, 86_400), '600', 'Seconds an access token lives.'),
  ACCESS_TOKEN_KEYS: variable(
    optional(keyRing),
    '',
    'Keys that seal access tokens: the first seals, all of them open. Generated outside production.',
  ),
  APP_SECRET_PEPPER: variable(
    optional(secretBytes),
    '',
    'Key of the app-secret verifiers; another one refuses every app secret. Generated outside production.',
  ),
  LINK_KEYS: variable(
    optional(keyRing),
    '',
    'Keys that sign private file links: the first signs, all of them verify. Generated outside production.',
  ),
  LINK_LIFETIME_S: variable(integer(1, 604_800), '3600', 'Seconds a private file link opens.'),
  STANDING_POLL_MS: variable(integer(10, 900), '250', 'Milliseconds between two looks for changed apps and tours.'),
  STANDING_STALE_MAX_S: variable(
    integer(1, 3600),
    '10',
    'Seconds the gateway goes on with what it last knew of the apps while the database is away; then 503.',
  ),
  APP_LIMIT_PER_MINUTE: variable(
    integer(0, 10_000_000),
    '256',
    'Requests an app may make in a minute; 0 switches the limit off.',
  ),
  IP_LIMIT_PER_MINUTE: variable(
    integer(0, 10_000_000),
    '500',
    'Requests of the gateway an IP address may make in a minute; 0 switches the limit off.',
  ),
  PORTAL_IP_LIMIT_PER_MINUTE: variable(
    integer(0, 10_000_000),
    '600',
    'Calls of the portal an IP address may make in a minute, pages and their files not counted; 0 switches the limit off.',
  ),
  IP_LIMIT_IPV6_BITS: variable(
    integer(16, 128),
    '64',
    'Leading bits of an IPv6 address that the limits count as one caller; 128 counts each address.',
  ),
  TRUST_PROXY_HOPS: variable(
    integer(0, 10),
    '0',
    'Proxies in front whose entry in TRUST_PROXY_HEADER is believed; 0 takes the address of the connection.',
  ),
  TRUST_PROXY_HEADER: variable(
    oneOf('either', 'x-forwarded-for', 'forwarded'),
    'either',
    'Header in which the proxies in front write the address; either: X-Forwarded-For, and Forwarded without one. Name the one that they overwrite or append to.',
  ),
  ...identityVariables,
  ...appVariables,
  GATEWAY_HTTP_READER: variable(
    oneOf('strict', 'node'),
    'strict',
    'Who reads the gateway’s requests: `strict` reads ordinary ones itself, which costs less; `node` leaves every connection to node:http.',
  ),
  FRAME_CACHE_MB: variable(
    integer(1, 65_536),
    '256',
    'Mebibytes of memory for tour payloads, of all workers together.',
  ),
  WORKERS: variable(
    workerCount,
    '1',
    'Processes that share the ports of this machine, for more than one core; more than one need DATABASE_URL.',
  ),
  LOAD_DEMO: variable(
    oneOf('auto', 'yes', 'no'),
    'auto',
    'Load the demo tours and app at start; auto: not in production.',
  ),
  LOG_LEVEL: variable(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'Least severe log lines that are written.',
  ),
  SHUTDOWN_DELAY_S: variable(
    integer(0, 600),
    '0',
    'Seconds after SIGTERM in which connections are still taken while /readyz refuses: longer than the proxy takes to notice.',
  ),
  SHUTDOWN_GRACE_S: variable(
    integer(1, 600),
    '20',
    'Seconds that running requests get to finish after SIGTERM and SHUTDOWN_DELAY_S.',
  ),
};

const addresses = ['PORTAL_URL', 'BASE_URL', 'LOGIN_URL'] as const;

type Values = ValuesOf<typeof variables>;
/** The configuration of one process: the variables, with the public addresses filled in. */
export type Config = Values & { readonly [Name in (typeof addresses)[number]]: string };

/** Keys that production must be given; elsewhere they are generated into the data directory. */
export const requiredKeys = [
  'ACCESS_TOKEN_KEYS',
  'APP_SECRET_PEPPER',
  'LINK_KEYS',
  ...requiredIdentityKeys,
  ...requiredAppKeys,
] as const;

function productionProblems(config: Values): string[] {
  const problems = requiredKeys
    .filter((name) => config[name] === null)
    .map((name) => `${name} must be set in production: generate one with "openhouse keys generate"`);
  if (config.DATABASE_URL === null) {
    problems.push(
      'DATABASE_URL must name a PostgreSQL in production: the embedded store does not survive a power loss',
    );
  }
  for (const name of addresses) {
    if (!config[name]?.startsWith('https://')) problems.push(`${name} must be an https address in production`);
  }
  if (config.LOAD_DEMO === 'yes') problems.push('LOAD_DEMO must not be yes in production: its app secret is public');
  return problems;
}

function storeProblems({ WORKERS, DATABASE_URL, DATABASE_SERVICE_URL }: Values): string[] {
  if (DATABASE_URL !== null) return [];
  const problems: string[] = [];
  if (DATABASE_SERVICE_URL !== null) {
    problems.push('DATABASE_SERVICE_URL is set, but DATABASE_URL is not: name the same database with its owner there');
  }
  if (WORKERS === 1) return problems;
  return [
    ...problems,
    `WORKERS is ${WORKERS}, but the embedded store belongs to one process: name a PostgreSQL in DATABASE_URL, or leave WORKERS at 1`,
  ];
}

const keysOf = (config: Values): NamedKeys => Object.fromEntries(requiredKeys.map((name) => [name, config[name]]));

const ports = ['PORTAL_PORT', 'GATEWAY_PORT', 'SIGN_IN_PORT', 'OPERATOR_PORT'] as const;

function portProblems(config: Values): string[] {
  const problems: string[] = [];
  if (!isLoopbackHost(config.OPERATOR_HOST) && config.OPERATOR_BEYOND_LOOPBACK === 'no') {
    problems.push(
      `OPERATOR_HOST is ${JSON.stringify(config.OPERATOR_HOST)}, which other machines reach, and the operator port has no sign-in: set OPERATOR_BEYOND_LOOPBACK=yes if only the operator's machines do, or leave it at 127.0.0.1`,
    );
  }
  // Nobody listens on the port of a sign-in page that is not there.
  const used = ports.filter((name) => name !== 'SIGN_IN_PORT' || config.IDENTITY_PROVIDER === 'builtin');
  for (const [index, name] of used.entries()) {
    const other = used.slice(0, index).find((earlier) => config[earlier] === config[name]);
    if (other !== undefined)
      problems.push(`${name} and ${other} are both ${config[name]}: give each a port of its own`);
  }
  return problems;
}

/** True when every production check applies. */
export const isProduction = (config: Pick<Config, 'APP_ENV'>): boolean => config.APP_ENV === 'production';

/** Whether the demo Team, its app and its tours are there. */
export function loadsDemo(config: Pick<Config, 'APP_ENV' | 'LOAD_DEMO'>): boolean {
  return config.LOAD_DEMO === 'yes' || (config.LOAD_DEMO === 'auto' && !isProduction(config));
}

/**
 * @param env The environment of the process.
 * @throws {ConfigError} naming every bad variable at once, and what each takes.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values, problems } = readVariables(variables, env);
  const together =
    problems.length === 0
      ? [
          ...identityProblems(values),
          ...appProblems(values),
          ...storeProblems(values),
          ...portProblems(values),
          ...sharedKeyProblems(keysOf(values)),
        ]
      : [];
  const all =
    problems.length === 0 && isProduction(values)
      ? [...productionProblems(values), ...together]
      : [...problems, ...together];
  if (all.length > 0) throw new ConfigError(all);
  return {
    ...values,
    PORTAL_URL: values.PORTAL_URL ?? `http://localhost:${values.PORTAL_PORT}`,
    BASE_URL: values.BASE_URL ?? `http://localhost:${values.GATEWAY_PORT}`,
    LOGIN_URL: values.LOGIN_URL ?? `http://localhost:${values.SIGN_IN_PORT}`,
  };
}
