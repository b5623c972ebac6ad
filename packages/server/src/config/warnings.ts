import { type Config, isProduction, secretNames, settingNames, variables } from './config.ts';
import { changes } from './nearest.ts';
import { servesPortal, usesSecret } from './parts.ts';
import { COMMAND_PREFIX } from './secret-command.ts';
import { FILE_SUFFIX } from './secret-files.ts';
import { unusedProxies } from './ways-out.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The command line's own variables carry it; a setting of the service does not. */
const PREFIX = 'OPENHOUSE_';
const OF_COMMAND_LINE = [
  'OPENHOUSE_PORTAL_URL',
  'OPENHOUSE_BASE_URL',
  'OPENHOUSE_PROFILE',
  'OPENHOUSE_CREDENTIAL',
  'OPENHOUSE_WEBHOOK_SECRET',
];
/** Longest name for which one changed letter counts as a slip, then two; three in longer ones. */
const SHORT_NAME = 8;
const LONG_NAME = 18;

/**
 * Variables of the environment whose names are almost those of settings, and that therefore set nothing.
 * @returns A sentence each, without the values.
 */
export function misspeltNames(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => !settingNames.includes(name) && !OF_COMMAND_LINE.includes(name) && env[name] !== undefined)
    .flatMap((name) => {
      const meant = settingNames
        .filter((variable) => isNear(name, variable))
        .toSorted((one, other) => changes(asWritten(name), one) - changes(asWritten(name), other))[0];
      return meant === undefined ? [] : [`${name} is no setting, and sets nothing: did you mean ${meant}?`];
    });
}

/** A name in the spelling that names of settings have. */
const asWritten = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** The words of a name, each in the singular. */
const wordsOf = (name: string): string[] => name.split('_').map((word) => word.replace(/IES$/, 'Y').replace(/S$/, ''));

/** Whether a name of several words leaves out words of a variable, but not its first: OIDC_SECRET, TRUST_PROXIES. */
function leavesWordsOut(written: string, variable: string): boolean {
  const [words, all] = [wordsOf(written), wordsOf(variable)];
  if (words.length < 2 || words[0] !== all[0]) return false;
  let from = 0;
  return words.every((word) => {
    from = all.indexOf(word, from) + 1;
    return from > 0;
  });
}

function isNear(name: string, variable: string): boolean {
  const written = asWritten(name);
  if (written === variable || written === `${PREFIX}${variable}`) return true;
  if (leavesWordsOut(written, variable)) return true;
  if (Math.abs(written.length - variable.length) > 3) return false;
  const slips = variable.length <= SHORT_NAME ? 1 : variable.length < LONG_NAME ? 2 : 3;
  return changes(written, variable) <= slips;
}

/** Settings that only matter with a value of another one. */
const NEEDS = {
  OIDC_ISSUER: ['IDENTITY_PROVIDER', 'oidc'],
  OIDC_CLIENT_ID: ['IDENTITY_PROVIDER', 'oidc'],
  OIDC_CLIENT_SECRET: ['IDENTITY_PROVIDER', 'oidc'],
  TICKET_GATEWAY_URL: ['IDENTITY_PROVIDER', 'ticket'],
} as const;

/** Shortest secret of a client that is no guess, in characters; RFC 6749, 10.10 asks for 128 bits. */
const LEAST_SECRET = 16;
/** Fewest hashes of a proof of work that cost a script anything. */
const LEAST_PROOF = 10_000;

/**
 * Settings that are taken, and that are probably not what was meant: they set nothing, or weaken a production service.
 * @returns A sentence each, by name, without secret values.
 */
export function configWarnings(env: Environment, config: Config): string[] {
  return [
    ...unreplaced(env),
    ...foreignSecrets(env, config),
    ...unaskedCommand(env, config),
    ...unusedProxies(env, config),
    ...(servesPortal(config) ? unusedSettings(env, config) : []),
    ...(isProduction(config) ? weakSettings(config) : developmentWarnings(env)),
  ];
}

/** What a shell or a template was to replace, and has not. */
function unreplaced(env: Environment): string[] {
  const homes = Object.keys(variables).filter((name) => env[name]?.startsWith('~/'));
  return [
    ...homes.map((name) => `${name} begins with ~, which only a shell replaces: write the whole path`),
    ...namesLeft(env),
  ];
}

function namesLeft(env: Environment): string[] {
  return Object.keys(variables)
    .filter((name) => /\$\{\w+\}|^\$\w+$|:\$[A-Z_]+@/.test(env[name] ?? ''))
    .map((name) => `${name} holds the name of a variable ($…), which nothing has replaced: write its value`);
}

/** Whether the environment gives a variable a value, or names a file that does. */
const isGiven = (env: Environment, name: string) =>
  (env[name] ?? '') !== '' || (secretNames.includes(name) && (env[`${name}${FILE_SUFFIX}`] ?? '') !== '');

/** Secrets of the environment that this part of the service has no use for. */
function foreignSecrets(env: Environment, config: Config): string[] {
  return secretNames
    .filter((name) => isGiven(env, name) && !usesSecret(config, name))
    .filter((name) => isProduction(config) || name !== 'DATABASE_URL')
    .map(
      (name) => `${name} is of no use to SERVE_ONLY=${config.SERVE_ONLY}: take it out of this process's environment`,
    );
}

/** Whether a file holds a reference is not looked at again. */
function unaskedCommand(env: Environment, { KEY_COMMAND }: Config): string[] {
  const mayBeAsked = secretNames.some(
    (name) => env[name]?.startsWith(COMMAND_PREFIX) === true || (env[`${name}${FILE_SUFFIX}`] ?? '') !== '',
  );
  if (KEY_COMMAND === null || mayBeAsked) return [];
  return [`KEY_COMMAND sets nothing: no secret begins with ${COMMAND_PREFIX}`];
}

function unusedSettings(env: Environment, config: Config): string[] {
  const unused: string[] = [];
  const isSet = (name: string) => isGiven(env, name);
  for (const [name, [on, value]] of Object.entries(NEEDS)) {
    if (isSet(name) && config[on] !== value) unused.push(`${name} sets nothing: ${on} is ${config[on]}, not ${value}`);
  }
  if (config.BOT_CHECK === 'altcha') {
    for (const name of ['BOT_CHECK_SITE_KEY', 'BOT_CHECK_SECRET', 'BOT_CHECK_VERIFY_URL', 'BOT_CHECK_SCRIPT_URL']) {
      if (isSet(name)) unused.push(`${name} sets nothing: BOT_CHECK is altcha, which asks no service`);
    }
  }
  for (const name of ['S3_ENDPOINT', 'S3_REGION', 'S3_PATH_STYLE']) {
    if (isSet(name) && config.ASSET_STORE_URL?.kind !== 's3') {
      unused.push(`${name} sets nothing: ASSET_STORE_URL names no bucket (s3://…)`);
    }
  }
  if (isSet('UPSTREAM_APPS_TOKEN') && config.UPSTREAM_APPS_URL === null) {
    unused.push('UPSTREAM_APPS_TOKEN sets nothing: UPSTREAM_APPS_URL is empty, so apps are made here');
  }
  if (isSet('TRUST_PROXY_HEADER') && config.TRUST_PROXY_HOPS === 0) {
    unused.push('TRUST_PROXY_HEADER sets nothing: TRUST_PROXY_HOPS is 0, so no proxy is believed');
  }
  return unused;
}

function developmentWarnings(env: Environment): string[] {
  if (env.NODE_ENV !== 'production' || env.APP_ENV !== undefined) return [];
  return ['NODE_ENV is production, but no setting: without APP_ENV=production nothing of production is checked'];
}

function weakSettings(config: Config): string[] {
  const weak: string[] = [];
  for (const name of ['IP_LIMIT_PER_MINUTE', 'PORTAL_IP_LIMIT_PER_MINUTE', 'APP_LIMIT_PER_MINUTE'] as const) {
    if (config[name] === 0) weak.push(`${name} is 0: nobody is limited`);
  }
  if (config.TRUST_PROXY_HOPS === 0) {
    weak.push('TRUST_PROXY_HOPS is 0: behind the proxy that terminates TLS all callers share one limit');
  }
  if (config.IP_LIMIT_IPV6_BITS > 64) {
    weak.push(
      `IP_LIMIT_IPV6_BITS is ${config.IP_LIMIT_IPV6_BITS}: a caller with a /64 has as many limits as addresses`,
    );
  }
  const { OIDC_CLIENT_SECRET: secret } = config;
  if (secret !== null && secret.length < LEAST_SECRET) {
    weak.push(`OIDC_CLIENT_SECRET has fewer than ${LEAST_SECRET} characters: it can be guessed`);
  }
  if (config.UPSTREAM_APPS_TOKEN !== null && config.UPSTREAM_APPS_TOKEN.length < LEAST_SECRET) {
    weak.push(`UPSTREAM_APPS_TOKEN has fewer than ${LEAST_SECRET} characters: it can be guessed`);
  }
  if (config.BOT_CHECK === 'altcha' && config.BOT_CHECK_ALTCHA_MAX < LEAST_PROOF) {
    weak.push(
      `BOT_CHECK_ALTCHA_MAX is ${config.BOT_CHECK_ALTCHA_MAX}: a proof of work below ${LEAST_PROOF} costs a script nothing`,
    );
  }
  if (['silent', 'fatal', 'error'].includes(config.LOG_LEVEL)) {
    weak.push(`LOG_LEVEL is ${config.LOG_LEVEL}: warnings, such as a database that is away, are not written`);
  }
  return weak;
}
