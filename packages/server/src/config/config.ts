import { availableParallelism } from 'node:os';
import { DEFAULT_DATA_DIRECTORY } from '@openhouse/contract';
import { readPostgresAddress } from '../kernel/database/postgres-address.ts';
import { isLoopbackHost } from '../kernel/http/hosts.ts';
import { appProblems, appVariables, requiredAppKeys } from './apps.ts';
import { auditHeadsProblems, auditHeadsVariables } from './audit-heads.ts';
import { identityProblems, identityVariables, requiredIdentityKeys } from './identity.ts';
import { leakReportVariables } from './leak-reports.ts';
import { mailProblems, mailVariables } from './mail.ts';
import { nodeProblems } from './node-problems.ts';
import { type Part, partVariables, runsJobs, servesGateway, servesPortal, usesSecret } from './parts.ts';
import { retentionVariables } from './retention.ts';
import { keyCommand, type WithKeptSecrets, withKeptSecrets } from './secret-command.ts';
import { FILE_SUFFIX, withSecretFiles } from './secret-files.ts';
import { type NamedKeys, sharedKeyProblems } from './shared-keys.ts';
import { telemetryVariables } from './telemetry.ts';
import {
  assetStoreAddress,
  boundAddress,
  ConfigError,
  integer,
  keyOrRing,
  keyRing,
  oneOf,
  optional,
  postgresAddress,
  type Reader,
  readVariables,
  redisAddress,
  text,
  url,
  type ValuesOf,
  variable,
} from './variables.ts';
import { unwrap } from './wrapping.ts';

type Environment = Readonly<Record<string, string | undefined>>;

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
  ...partVariables,
  KEY_COMMAND: variable(
    optional(text),
    '',
    'Path of a program that has the secrets whose values begin with `command:`; what follows is for it. Started once, at the start: it reads lines `NAME reference` and prints lines `NAME secret`.',
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
  OPERATOR_HOST: variable(
    boundAddress,
    '127.0.0.1',
    'Address the operator port is bound to; see OPERATOR_BEYOND_LOOPBACK.',
  ),
  OPERATOR_BEYOND_LOOPBACK: variable(
    oneOf('no', 'yes'),
    'no',
    'yes allows an OPERATOR_HOST that other machines reach: the operator port has no sign-in.',
  ),
  LISTEN_HOST: variable(
    boundAddress,
    'localhost',
    'Address the other ports are bound to; 0.0.0.0 or :: for every interface.',
  ),
  DATA_DIR: variable(
    text,
    DEFAULT_DATA_DIRECTORY,
    'Directory of the embedded store, local assets and generated keys, mode 0700.',
  ),
  ASSET_STORE_URL: variable(
    optional(assetStoreAddress),
    '',
    'Where files of tours are kept: a bucket, or a folder that all nodes share; empty for the folder assets in DATA_DIR, which serves one machine.',
  ),
  S3_ENDPOINT: variable(
    optional(url),
    '',
    'Address of the S3 store; empty for Amazon S3. The credentials are found as the AWS SDK finds them: environment, files, web identity, container, instance.',
  ),
  S3_REGION: variable(text, 'us-east-1', 'Region of the bucket; most other stores than Amazon S3 take any.'),
  S3_PATH_STYLE: variable(
    oneOf('auto', 'yes', 'no'),
    'auto',
    'Whether the bucket stands in the path instead of the host; auto: with S3_ENDPOINT.',
  ),
  ASSET_DELIVERY: variable(
    oneOf('proxy', 'redirect'),
    'proxy',
    'proxy sends files through the gateway; redirect sends callers to the bucket with a presigned address, which they must be able to reach.',
  ),
  ASSET_KEEP_S: variable(
    integer(0, 31_536_000),
    '3600',
    'Seconds that a file stays after the last tour that named it was replaced or removed.',
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
  DATABASE_GATEWAY_URL: variable(
    optional(postgresAddress),
    '',
    'The same database with the user that a process of the gateway alone works as, who sees no sealed secret; openhouse migrate grants it what it needs.',
  ),
  DATABASE_READ_URL: variable(
    optional(postgresAddress),
    '',
    'A streaming replica of the same database, of one host, with the same user as the gateway; payloads of tours are read there as far as it is as new as this process knows. Empty reads everything from the database.',
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
  GATEWAY_INTERNAL_URL: variable(
    optional(url),
    '',
    "Where the portal's back end reaches the gateway; empty takes the gateway of the same process, or BASE_URL where there is none.",
  ),
  ACCESS_TOKEN_LIFETIME_S: variable(integer(1, 86_400), '600', 'Seconds an access token lives.'),
  ACCESS_TOKEN_KEYS: variable(
    optional(keyRing),
    '',
    'Keys that seal access tokens: the first seals, all of them open. Generated outside production.',
  ),
  APP_SECRET_PEPPER: variable(
    optional(keyOrRing),
    '',
    'Keys of the app-secret verifiers: the first makes them, all of them are tried; without the one that made it an app secret is refused. Generated outside production.',
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
  UPLOADS_PER_ADDRESS: variable(
    integer(1, 64),
    '16',
    'Uploads that one IP address may have arriving at once on a node; a person without one may start one beyond it.',
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
  ...mailVariables,
  ...leakReportVariables,
  ...retentionVariables,
  ...auditHeadsVariables,
  ...telemetryVariables,
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

/** Names of the variables that hold secrets: each can also be given as a file, `NAME_FILE`. */
export const secretNames = Object.entries(variables).flatMap(([name, { reader }]) => (reader.secret ? [name] : []));

/** Names of variables that are not secret but can be given as a file too. */
export const longNames = Object.entries(variables).flatMap(([name, { reader }]) => (reader.isLong ? [name] : []));

/** Everything that an environment may set. */
export const settingNames = [
  ...Object.keys(variables),
  ...[...secretNames, ...longNames].map((name) => `${name}${FILE_SUFFIX}`),
];

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

/** Names of the keys that a process of this part uses. */
export const keysUsed = (config: Pick<Config, 'SERVE_ONLY'>) => requiredKeys.filter((name) => usesSecret(config, name));

/** Public addresses that a part has use for. */
const ADDRESSES_OF: Readonly<Record<Part, readonly (typeof addresses)[number][]>> = {
  all: addresses,
  portal: addresses,
  gateway: ['BASE_URL'],
  'operator-jobs': [],
};

const isPublic = (address: string | null): boolean => address?.startsWith('https://') === true;

function productionProblems(config: Values): string[] {
  const problems = keysUsed(config)
    .filter((name) => config[name] === null)
    .map((name) => `${name} must be set in production: generate one with "openhouse keys generate"`);
  if (config.SERVE_ONLY === 'gateway') {
    if (config.DATABASE_GATEWAY_URL === null) {
      problems.push(
        'DATABASE_GATEWAY_URL must name a PostgreSQL in production, with the user that openhouse migrate grants what the gateway needs',
      );
    }
  } else if (config.DATABASE_URL === null && (config.SERVE_ONLY === 'all' || config.DATABASE_SERVICE_URL === null)) {
    problems.push(
      'DATABASE_URL must name a PostgreSQL in production: the embedded store does not survive a power loss',
    );
  }
  for (const name of ADDRESSES_OF[config.SERVE_ONLY]) {
    if (!isPublic(config[name])) problems.push(`${name} must be an https address in production`);
  }
  if (config.SERVE_ONLY === 'operator-jobs' && config.SMTP_URL !== null && !isPublic(config.PORTAL_URL)) {
    problems.push(
      'PORTAL_URL must be an https address in production where SMTP_URL is set, for the links in mails lead there: set it as for the portal',
    );
  }
  if (config.ASSET_DELIVERY === 'redirect' && config.S3_ENDPOINT?.startsWith('http:')) {
    problems.push(
      'S3_ENDPOINT is no https address, but ASSET_DELIVERY=redirect sends callers there: browsers load nothing over http into a page over https. Write an https address, or leave ASSET_DELIVERY at proxy',
    );
  }
  if (config.LOAD_DEMO === 'yes') problems.push('LOAD_DEMO must not be yes in production: its app secret is public');
  return problems;
}

function assetProblems({ ASSET_STORE_URL, ASSET_DELIVERY }: Values): string[] {
  if (ASSET_DELIVERY === 'proxy' || ASSET_STORE_URL?.kind === 's3') return [];
  return [
    'ASSET_DELIVERY is redirect, but only a bucket hands out files itself: name one in ASSET_STORE_URL, or leave ASSET_DELIVERY at proxy',
  ];
}

function partProblems({ SERVE_ONLY, WORKERS }: Values): string[] {
  if (SERVE_ONLY !== 'operator-jobs' || WORKERS === 1) return [];
  return [
    `WORKERS is ${WORKERS}, but operator-jobs share no ports: leave it at 1, or start the process more than once`,
  ];
}

function storeProblems(config: Values): string[] {
  const { SERVE_ONLY, WORKERS, DATABASE_URL, DATABASE_SERVICE_URL, DATABASE_GATEWAY_URL, DATABASE_READ_URL } = config;
  if (DATABASE_READ_URL !== null && (readPostgresAddress(DATABASE_READ_URL)?.hosts.length ?? 1) > 1) {
    return ['DATABASE_READ_URL names several hosts: name one replica, for of several the primary would be taken'];
  }
  if (DATABASE_URL !== null) return [];
  if (DATABASE_READ_URL !== null && SERVE_ONLY === 'all') {
    return ['DATABASE_READ_URL is set, but DATABASE_URL is not: the embedded store has no replica'];
  }
  if (SERVE_ONLY !== 'all') {
    const [name, address] =
      SERVE_ONLY === 'gateway'
        ? ['DATABASE_GATEWAY_URL', DATABASE_GATEWAY_URL]
        : ['DATABASE_SERVICE_URL', DATABASE_SERVICE_URL];
    if (address !== null || isProduction(config)) return [];
    return [`SERVE_ONLY is ${SERVE_ONLY}, but the embedded store belongs to one process: name a PostgreSQL in ${name}`];
  }
  const problems: string[] = [];
  if (DATABASE_SERVICE_URL !== null) {
    problems.push('DATABASE_SERVICE_URL is set, but DATABASE_URL is not: name the same database with its owner there');
  }
  if (DATABASE_GATEWAY_URL !== null && DATABASE_SERVICE_URL === null) {
    problems.push(
      'DATABASE_GATEWAY_URL is set, but neither DATABASE_URL nor SERVE_ONLY is: set SERVE_ONLY=gateway where only the gateway runs',
    );
  }
  if (WORKERS === 1) return problems;
  return [
    ...problems,
    `WORKERS is ${WORKERS}, but the embedded store belongs to one process: name a PostgreSQL in DATABASE_URL, or leave WORKERS at 1`,
  ];
}

const keysOf = (config: Values): NamedKeys => Object.fromEntries(requiredKeys.map((name) => [name, config[name]]));

export const portVariables = ['PORTAL_PORT', 'GATEWAY_PORT', 'SIGN_IN_PORT', 'OPERATOR_PORT'] as const;

/** Whether a process of this configuration has the port. */
export function listensOn(
  config: Pick<Values, 'SERVE_ONLY' | 'IDENTITY_PROVIDER'>,
  name: (typeof portVariables)[number],
): boolean {
  switch (name) {
    case 'PORTAL_PORT':
      return servesPortal(config);
    case 'GATEWAY_PORT':
      return servesGateway(config);
    case 'SIGN_IN_PORT':
      return servesPortal(config) && config.IDENTITY_PROVIDER === 'builtin';
    case 'OPERATOR_PORT':
      return true;
    default:
      return name satisfies never;
  }
}

function portProblems(config: Values): string[] {
  const problems: string[] = [];
  if (!isLoopbackHost(config.OPERATOR_HOST) && config.OPERATOR_BEYOND_LOOPBACK === 'no') {
    problems.push(
      `OPERATOR_HOST is ${JSON.stringify(config.OPERATOR_HOST)}, which other machines reach, and the operator port has no sign-in: set OPERATOR_BEYOND_LOOPBACK=yes if only the operator's machines do, or leave it at 127.0.0.1`,
    );
  }
  const used = portVariables.filter((name) => listensOn(config, name));
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

/** What a process has no use for it does not hold: a gateway given every key could still open no secret. */
function withoutOthersSecrets(values: Values): Values {
  if (values.SERVE_ONLY === undefined || values.SERVE_ONLY === 'all') return values;
  const foreign = Object.entries(variables).filter(
    // Outside production the owner's address does for each part, which then migrates by itself.
    ([name, { reader }]) =>
      reader.secret === true && !usesSecret(values, name) && (isProduction(values) || name !== 'DATABASE_URL'),
  );
  return { ...values, ...Object.fromEntries(foreign.map(([name]) => [name, null])) };
}

/** The environment with what KEY_COMMAND has of the secrets that this process has a use for. */
function withSecretsKept(env: Environment, purpose: Purpose): WithKeptSecrets {
  const { KEY_COMMAND: path = '' } = env;
  const part = partVariables.SERVE_ONLY.reader.read(env.SERVE_ONLY ?? partVariables.SERVE_ONLY.default) ?? 'all';
  const isUsed = (name: string) =>
    purpose === 'migrate' ? name.startsWith('DATABASE_') : usesSecret({ SERVE_ONLY: part }, name);
  return withKeptSecrets(env, secretNames, isUsed, path === '' ? undefined : keyCommand(path, env, secretNames));
}

/** What a process is started for: to serve, or to migrate the database, which needs no key and no address. */
export type Purpose = 'serve' | 'migrate';

/**
 * @param env The environment of the process.
 * @throws {ConfigError} naming every bad variable at once, and what each takes.
 */
export function parseConfig(env: Environment, purpose: Purpose = 'serve'): Config {
  const given = unwrap(env, settingNames);
  const withFiles = withSecretFiles(given.env, secretNames, longNames);
  const withKept = withSecretsKept(withFiles.env, purpose);
  const { values: read, problems: wrong } = readVariables(variables, withKept.env);
  const unfetched = withKept.problems.length > 0;
  // Without the secrets that could not be fetched, what else is wrong with them says nothing.
  const problems = [...given.problems, ...withFiles.problems, ...withKept.problems, ...(unfetched ? [] : wrong)];
  const unsafe = nodeProblems(given.env);
  const values = withoutOthersSecrets(purpose === 'migrate' ? { ...read, SERVE_ONLY: 'all' } : read);
  if (purpose === 'migrate')
    return configOf(
      values,
      [...unsafe, ...problems, ...(problems.length === 0 ? migrateProblems(values) : [])],
      withKept,
    );
  const together =
    problems.length === 0
      ? [
          ...partProblems(values),
          ...(servesPortal(values) ? identityProblems(values) : []),
          ...(servesPortal(values) || runsJobs(values)
            ? [...appProblems(values), ...mailProblems(values), ...auditHeadsProblems(values)]
            : []),
          ...assetProblems(values),
          ...storeProblems(values),
          ...portProblems(values),
          ...sharedKeyProblems(keysOf(values)),
        ]
      : [];
  const all =
    problems.length === 0 && isProduction(values)
      ? [...productionProblems(values), ...together]
      : [...problems, ...together];
  return configOf(values, [...unsafe, ...all], withKept);
}

function migrateProblems(values: Values): string[] {
  if (values.DATABASE_URL !== null) return [];
  if (!isProduction(values) && values.DATABASE_SERVICE_URL === null && values.DATABASE_GATEWAY_URL === null) return [];
  return ['DATABASE_URL must name the PostgreSQL to migrate, with the user that owns its tables'];
}

/** @throws {ConfigError} With the problems, if there are any. */
function configOf(values: Values, problems: readonly string[], { mayPass, problems: ofKept }: WithKeptSecrets): Config {
  if (problems.length > 0) throw new ConfigError(problems, mayPass === true && problems.length === ofKept.length);
  return {
    ...values,
    PORTAL_URL: values.PORTAL_URL ?? `http://localhost:${values.PORTAL_PORT}`,
    BASE_URL: values.BASE_URL ?? `http://localhost:${values.GATEWAY_PORT}`,
    LOGIN_URL: values.LOGIN_URL ?? `http://localhost:${values.SIGN_IN_PORT}`,
  };
}
