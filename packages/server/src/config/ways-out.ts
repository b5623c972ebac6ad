import { type Config, isProduction } from './config.ts';
import { runsJobs, servesGateway, servesPortal } from './parts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that tell programs of a proxy; curl reads them in either case. */
const OF_PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);

/**
 * What is set for a proxy, which the service does not use: a call that only a proxy lets out would fail without a word of it.
 * @returns A sentence that names what needs a direct way out; none where nothing does.
 */
export function unusedProxies(env: Environment, config: Config): string[] {
  const named = OF_PROXIES.filter((name) => (env[name] ?? '') !== '');
  const ways = waysOut(config);
  if (named.length === 0 || ways.length === 0) return [];
  const sets = `${inWords(named)} ${named.length === 1 ? 'sets' : 'set'} nothing for the service, which uses no proxy`;
  return [`${sets}: let it connect directly, for ${inWords(ways)}`];
}

/** Settings that lead beyond this machine over HTTP or SMTP, of those that this part uses. */
function waysOut(config: Config): string[] {
  const ofPortal = servesPortal(config);
  const ofJobs = runsJobs(config);
  const { AUDIT_HEADS_TO, ASSET_STORE_URL, GATEWAY_INTERNAL_URL } = config;
  const ways: readonly (readonly [name: string, isUsed: boolean])[] = [
    ['OIDC_ISSUER', ofPortal && config.IDENTITY_PROVIDER === 'oidc'],
    ['TICKET_GATEWAY_URL', ofPortal && config.IDENTITY_PROVIDER === 'ticket'],
    ['BOT_CHECK', ofPortal && config.BOT_CHECK !== 'altcha'],
    ['GATEWAY_INTERNAL_URL', ofPortal && GATEWAY_INTERNAL_URL !== null],
    ['BASE_URL', ofPortal && !servesGateway(config) && GATEWAY_INTERNAL_URL === null],
    ['UPSTREAM_APPS_URL', (ofPortal || ofJobs) && config.UPSTREAM_APPS_URL !== null],
    ['NOTIFY_WEBHOOK_URL', (ofPortal || ofJobs) && config.NOTIFY_WEBHOOK_URL !== null],
    ['SMTP_URL', ofJobs && config.SMTP_URL !== null],
    ['AUDIT_HEADS_TO', ofJobs && AUDIT_HEADS_TO?.kind === 'url'],
    ['ASSET_STORE_URL', ASSET_STORE_URL?.kind === 's3'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', config.OTEL_EXPORTER_OTLP_ENDPOINT !== null],
    // On a developer's machine they rarely matter, and a proxy is often set.
    ['webhooks of Teams', ofJobs && isProduction(config)],
  ];
  return ways.flatMap(([name, isUsed]) => (isUsed ? [name] : []));
}

const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
