import { isSameHost, leadsInside } from '../kernel/http/hosts.ts';
import { type Part, runsJobs, servesPortal } from './parts.ts';
import {
  integer,
  keyRing,
  oneOf,
  optional,
  parsedUrl,
  type Reader,
  text,
  url,
  type ValuesOf,
  variable,
} from './variables.ts';

const secretValue: Reader<string> = { takes: 'a text', secret: true, read: (value) => value || undefined };

/** A webhook: its path or query is a secret. */
const webhook: Reader<string> = {
  takes: 'an http or https address',
  secret: true,
  read: (value) => (/^https?:\/\/\S+$/.test(value) && parsedUrl(value) !== undefined ? value : undefined),
};

/** Hosts as addresses have them, comma separated. */
const hostList: Reader<readonly string[]> = {
  takes: 'hosts without ports, comma separated: chat.internal, 10.0.0.7, [fd00::7]',
  read: (value) => {
    const hosts = value.split(',').flatMap((host) => host.trim() || []);
    // In the form of a URL's hostname, to be compared with one.
    const spelt = hosts.map((host) =>
      /[/?#@\\\s]|:\d*$/.test(host.replace(/\[.*\]/, '')) ? undefined : parsedUrl(`http://${host}`),
    );
    return spelt.every((address) => address !== undefined) ? spelt.map(({ hostname }) => hostname) : undefined;
  },
};

/** Keys that the services publish for tests: they always pass, or always fail. */
const isTestKey = (key: string): boolean =>
  /^[123]x0{8,}/.test(key) ||
  /^(0x0{20,}|10000000-ffff-ffff-ffff-00000000000)/.test(key) ||
  /^6LeIxAcTAAAAA(JcZVRqyHh71UMIEGNQ_MXjiZKhI|GG-vFI1TnRWxMZNFuojJ4WifJWe)$/.test(key);

/** The environment variables of Developer apps, their secrets and the bot check. */
export const appVariables = {
  APP_SECRET_SEALING_KEYS: variable(
    optional(keyRing),
    '',
    'Keys that seal app secrets so that owners can reveal them: the first seals, all of them open. Portal processes only. Generated outside production.',
  ),
  UPSTREAM_APPS_URL: variable(
    optional(url),
    '',
    'Where the upstream app service answers that makes Developer apps; empty makes them here.',
  ),
  UPSTREAM_APPS_TOKEN: variable(optional(secretValue), '', 'Sent to the upstream app service as Authorization.'),
  DEFAULT_CREDENTIAL_XID: variable(
    optional(text),
    '',
    'XID of the default credential of the upstream app service: never shown, whatever category it comes with.',
  ),
  BOT_CHECK: variable(
    oneOf('altcha', 'turnstile', 'hcaptcha', 'recaptcha'),
    'altcha',
    'How people are told from scripts before a secret is shown: proof of work made here, or a service.',
  ),
  BOT_CHECK_ALTCHA_MAX: variable(
    integer(1000, 10_000_000),
    '50000',
    'Most hashes a browser tries for a proof of work; half of it on average.',
  ),
  BOT_CHECK_SITE_KEY: variable(optional(text), '', 'Public key of the portal at the service of BOT_CHECK.'),
  BOT_CHECK_SECRET: variable(optional(secretValue), '', 'Secret key of the portal at the service of BOT_CHECK.'),
  BOT_CHECK_VERIFY_URL: variable(
    optional(url),
    '',
    "Where the service of BOT_CHECK verifies answers; empty takes the service's own address.",
  ),
  BOT_CHECK_SCRIPT_URL: variable(
    optional(url),
    '',
    "Where the script of the service of BOT_CHECK comes from; empty takes the service's own address.",
  ),
  NOTIFY_WEBHOOK_URL: variable(
    optional(webhook),
    '',
    'Chat webhook that hears of App requests, as {"text": …}; empty tells nobody. The messages hold no secret.',
  ),
  ALLOW_INSIDE_HOSTS: variable(
    hostList,
    '',
    'Hosts of your own network that webhooks and other addresses that lead to the internet may name all the same.',
  ),
};

const outsideAddresses = ['NOTIFY_WEBHOOK_URL', 'BOT_CHECK_SCRIPT_URL', 'BOT_CHECK_VERIFY_URL'] as const;
type OutsideAddress = (typeof outsideAddresses)[number];

/**
 * Addresses that must be on the internet in production, of those that a process of this part uses: checked here as written,
 * and by what their names resolve to at the start.
 */
export function outsideAddressesOf(config: { readonly SERVE_ONLY: Part }): readonly OutsideAddress[] {
  if (servesPortal(config)) return outsideAddresses;
  return runsJobs(config) ? ['NOTIFY_WEBHOOK_URL'] : [];
}

/** Keys of apps that production requires. */
export const requiredAppKeys = ['APP_SECRET_SEALING_KEYS'] as const;

/** The problem with an address that must be on the internet and is not; its host may be part of a secret. */
export const insideProblem = (name: OutsideAddress): string =>
  `${name} must be an address of the internet in production: what it names is inside this network. If that is meant, add its host to ALLOW_INSIDE_HOSTS`;

type AppValues = ValuesOf<typeof appVariables> & { readonly APP_ENV: string; readonly SERVE_ONLY: Part };

/**
 * Problems between the variables of apps, for a process that serves the portal or runs jobs; empty when there are none. It is
 * asked only for what its part uses: parts may share an environment, and none keeps the secret of another.
 */
export function appProblems(config: AppValues): string[] {
  const isProduction = config.APP_ENV === 'production';
  return [
    ...upstreamProblems(config, isProduction),
    ...(servesPortal(config) ? botCheckProblems(config, isProduction) : []),
    ...(isProduction ? outsideProblems(config) : []),
  ];
}

function upstreamProblems({ UPSTREAM_APPS_URL, UPSTREAM_APPS_TOKEN }: AppValues, isProduction: boolean): string[] {
  if (UPSTREAM_APPS_URL === null) return [];
  const problems: string[] = [];
  if (UPSTREAM_APPS_TOKEN === null) problems.push('UPSTREAM_APPS_TOKEN must be set for UPSTREAM_APPS_URL');
  if (isProduction && UPSTREAM_APPS_URL.startsWith('http:')) problems.push(withoutTls('UPSTREAM_APPS_URL'));
  return problems;
}

function botCheckProblems(config: AppValues, isProduction: boolean): string[] {
  const problems: string[] = [];
  const keys = ['BOT_CHECK_SITE_KEY', 'BOT_CHECK_SECRET'] as const;
  if (config.BOT_CHECK !== 'altcha') {
    for (const name of keys) {
      if (config[name] === null) problems.push(`${name} must be set for BOT_CHECK=${config.BOT_CHECK}`);
    }
  }
  if (!isProduction) return problems;
  const testKey = keys.toReversed().find((name) => isTestKey(config[name] ?? ''));
  if (testKey !== undefined) {
    problems.push(
      `${testKey} is a test key of ${config.BOT_CHECK}, which lets everybody pass: take the key of your own site`,
    );
  }
  return problems;
}

function outsideProblems(config: AppValues): string[] {
  return outsideAddressesOf(config).flatMap((name) => {
    const address = config[name];
    if (address === null) return [];
    const { hostname, protocol } = new URL(address);
    const isAllowed = config.ALLOW_INSIDE_HOSTS.some((allowed) => isSameHost(allowed, hostname));
    return [
      ...(leadsInside(hostname) && !isAllowed ? [insideProblem(name)] : []),
      ...(protocol === 'http:' ? [withoutTls(name)] : []),
    ];
  });
}

const withoutTls = (name: string): string => `${name} must be an https address in production`;
