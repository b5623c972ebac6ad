import { Redis } from 'ioredis';
import type { Config } from '../../config/config.ts';
import { CLOCK_TOLERANCE_S, withoutSlash } from '../../portal/identity/oidc-discovery.ts';
import { dateHeaderVerdict } from './database.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

/** Milliseconds a neighbour may take. */
const ANSWER_MS = 5000;
const OLDEST_REDIS = 6;

/** The shared limiter, where one is configured. */
export async function examineRedis({ REDIS_URL }: Pick<Config, 'REDIS_URL'>): Promise<Finding> {
  if (REDIS_URL === null) return ok('Redis', 'None is configured: limits are counted in memory, by each node alone.');
  const client = new Redis(REDIS_URL.replace(/^valkey/, 'redis'), {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const version = /redis_version:(\S+)/.exec(await client.info('server'))?.[1] ?? '0';
    if (Number.parseInt(version, 10) >= OLDEST_REDIS) return ok('Redis', `It answers, version ${version}.`);
    return broken('Redis', `It has version ${version}.`, `Upgrade it to Valkey, or Redis ${OLDEST_REDIS} or later.`);
  } catch {
    const mend = 'See whether it runs and REDIS_URL names it rightly. Until then each node counts alone.';
    return broken('Redis', 'It does not answer.', mend);
  } finally {
    client.disconnect();
  }
}

/** Whoever signs people in. */
export async function examineProvider(config: Config): Promise<Finding[]> {
  const check = 'identity provider';
  switch (config.IDENTITY_PROVIDER) {
    case 'builtin':
      return [ok(check, 'The built-in sign-in page, for development.')];
    case 'ticket':
      return [await reached(check, config.TICKET_GATEWAY_URL ?? '', 'TICKET_GATEWAY_URL')];
    case 'oidc': {
      const issuer = config.OIDC_ISSUER ?? '';
      const from = Date.now();
      const answer = await asked(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
      const to = Date.now();
      const described = (await answer?.json().catch(() => undefined)) as { issuer?: unknown } | undefined;
      const date = answer?.headers.get('date');
      const clock = date ? [providerClock(date, { from, to })] : [];
      const named = described?.issuer;
      if (typeof named === 'string' && withoutSlash(named) === withoutSlash(issuer)) {
        return [ok(check, `${issuer} describes itself.`), ...clock];
      }
      const mend = 'Compare OIDC_ISSUER with what the provider calls itself, and see whether it runs.';
      const says = `${issuer} does not describe itself as an OpenID provider of that name.`;
      return [broken(check, says, mend), ...clock];
    }
    default:
      return config.IDENTITY_PROVIDER satisfies never;
  }
}

/** Signing in is refused when the clocks differ by more than this. */
function providerClock(date: string, { from, to }: { readonly from: number; readonly to: number }): Finding {
  const check = 'identity provider clock';
  const atS = Date.parse(date) / 1000;
  const apartS = Math.round(Math.max(atS - to / 1000, from / 1000 - atS - 1, 0));
  if (apartS <= CLOCK_TOLERANCE_S) return ok(check, `It agrees with this machine to within ${CLOCK_TOLERANCE_S} s.`);
  const mend = 'Let both follow a time server (chrony, systemd-timesyncd): nobody can sign in until then.';
  return broken(check, `The clocks differ by ${apartS} s: the identity provider's and this machine's.`, mend);
}

/** The service itself, from outside, as people and back ends reach it. */
export async function examineAddresses(config: Config): Promise<Finding[]> {
  const from = Date.now();
  const [portal, gateway] = await Promise.all([
    asked(`${config.PORTAL_URL}/auth/get-user`),
    asked(`${config.BASE_URL}/open`),
  ]);
  const findings = [
    addressFinding('portal', config.PORTAL_URL, portal),
    addressFinding('gateway', config.BASE_URL, gateway),
  ];
  const date = portal?.headers.get('date');
  if (date) findings.push(dateHeaderVerdict('portal clock', date, { from, to: Date.now() }));
  return findings;
}

function addressFinding(check: string, address: string, answer: Response | undefined): Finding {
  const isOurs = answer?.headers.get('content-type')?.includes('json') === true;
  if (answer !== undefined && isOurs && answer.status < 500) return ok(check, `${address} answers.`);
  const says = answer === undefined ? `${address} does not answer.` : `${address} answers HTTP ${answer.status}.`;
  return warning(check, says, 'Start it with openhouse serve, or see what stands in front of it.');
}

async function reached(check: string, address: string, variable: string): Promise<Finding> {
  const answer = await asked(address);
  // It takes other calls than this one; that it speaks HTTP is what can be seen from here.
  if (answer !== undefined) return ok(check, `${address} answers.`);
  return broken(check, `${address} does not answer.`, `See whether it runs and ${variable} names it rightly.`);
}

/** The upstream app service, where there is one. */
export async function examineUpstream({ UPSTREAM_APPS_URL }: Pick<Config, 'UPSTREAM_APPS_URL'>): Promise<Finding> {
  const check = 'app service';
  if (UPSTREAM_APPS_URL === null) return ok(check, 'None is configured: apps are made here.');
  return reached(check, UPSTREAM_APPS_URL, 'UPSTREAM_APPS_URL');
}

async function asked(address: string): Promise<Response | undefined> {
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    // Read to the end, so that no connection stays open behind the last word.
    const body = await answer.arrayBuffer();
    const empty = [101, 204, 205, 304].includes(answer.status);
    return new Response(empty ? null : body, { status: answer.status, headers: answer.headers });
  } catch {
    return undefined;
  }
}
