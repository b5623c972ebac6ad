import { type Config, isProduction } from '../../config/config.ts';
import { OUR_FAULTS, siteverifyServices } from '../../portal/bot-check/siteverify.ts';
import { CLOCK_TOLERANCE_S, NEEDED, withoutSlash } from '../../portal/identity/oidc-discovery.ts';
import { insideAddresses } from '../inside-addresses.ts';
import { callbackUrlOf } from '../sign-in-page.ts';
import { type Answered, ask, isAnswered, objectOf, unreachable } from './ask.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

const check = 'identity provider';

/** The identity provider: does it answer, does it know the portal, and what time does it have? */
export async function examineProvider(config: Config): Promise<Finding[]> {
  switch (config.IDENTITY_PROVIDER) {
    case 'builtin':
      return [ok(check, 'The built-in sign-in page, for development.')];
    case 'ticket':
      return [await reached(check, config.TICKET_GATEWAY_URL ?? '', 'TICKET_GATEWAY_URL')];
    case 'oidc':
      return examineOidc(config);
    default:
      return config.IDENTITY_PROVIDER satisfies never;
  }
}

/** Whether something speaks HTTP there: it accepts other calls than this one, so no more can be checked from here. */
async function reached(what: string, address: string, variable: string): Promise<Finding> {
  const answer = await ask(address);
  return isAnswered(answer) ? ok(what, `${address} answers.`) : unreachable(what, address, variable, answer);
}

async function examineOidc(config: Config): Promise<Finding[]> {
  const issuer = config.OIDC_ISSUER ?? '';
  const answer = await ask(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
  if (!isAnswered(answer)) return [unreachable(check, issuer, 'OIDC_ISSUER', answer)];
  const clock = clockFinding(answer);
  const described = objectOf(answer);
  const named = described?.issuer;
  if (typeof named !== 'string' || withoutSlash(named) !== withoutSlash(issuer)) {
    const itself = typeof named === 'string' ? `: it calls itself ${named.slice(0, MOST_SHOWN)}` : '';
    const says = `${issuer} does not describe itself as an OpenID provider of that name${itself}.`;
    return [broken(check, says, 'Compare OIDC_ISSUER with what the provider calls itself.'), ...clock];
  }
  const lacking = NEEDED.find((what) => !URL.canParse(String(described?.[what])));
  if (lacking !== undefined) {
    const says = `${issuer} describes itself without an address as ${lacking}.`;
    return [broken(check, says, 'Correct its description at the provider: nobody can sign in until then.'), ...clock];
  }
  const [token, authorization] = [described?.token_endpoint, described?.authorization_endpoint];
  return [
    ok(check, `${issuer} describes itself.`),
    ...clock,
    ...(typeof token === 'string' ? await clientFinding(config, token, described) : []),
    ...(typeof authorization === 'string' ? await callbackFinding(config, authorization) : []),
  ];
}

/** Characters of the provider's name for itself that are shown. */
const MOST_SHOWN = 200;

/** Signing in is refused when the clocks differ by more than this. */
function clockFinding({ headers, asked: { from, to } }: Answered): Finding[] {
  const date = headers.get('date');
  if (date === null) return [];
  const what = 'identity provider clock';
  const atS = Date.parse(date) / 1000;
  const apartS = Math.round(Math.max(atS - to / 1000, from / 1000 - atS - 1, 0));
  if (apartS <= CLOCK_TOLERANCE_S) return [ok(what, `It agrees with this machine to within ${CLOCK_TOLERANCE_S} s.`)];
  const mend = 'Let both follow a time server (chrony, systemd-timesyncd): nobody can sign in until then.';
  return [broken(what, `The clocks differ by ${apartS} s: the identity provider's and this machine's.`, mend)];
}

/**
 * Exchanges an invalid code: a provider checks the client first and answers `invalid_client` (RFC 6749, 5.2), or
 * `invalid_grant` once it knows the portal.
 */
async function clientFinding(config: Config, endpoint: string, described: object | undefined): Promise<Finding[]> {
  const { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = config;
  const methods = Reflect.get(described ?? {}, 'token_endpoint_auth_methods_supported') as unknown;
  const inHeader = secret !== null && (!Array.isArray(methods) || methods.includes('client_secret_basic'));
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'openhouse-doctor-asks-whether-the-client-is-known',
    redirect_uri: callbackUrlOf(config),
    code_verifier: 'openhouse-doctor-asks-whether-the-client-is-known',
    ...(!inHeader && { client_id: id ?? '', ...(secret !== null && { client_secret: secret }) }),
  });
  const encoded = [id ?? '', secret ?? ''].map((part) => new URLSearchParams({ '': part }).toString().slice(1));
  const authorization = `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
  const answer = await ask(endpoint, { method: 'POST', body, headers: inHeader ? { authorization } : {} });
  if (!isAnswered(answer)) return [unreachable(check, endpoint, "The provider's token endpoint", answer)];
  const error = objectOf(answer)?.error;
  if (error === 'invalid_client' || error === 'unauthorized_client' || answer.status === 401) {
    const which = secret === null ? 'OIDC_CLIENT_ID without a secret' : 'OIDC_CLIENT_ID with OIDC_CLIENT_SECRET';
    const mend = 'Copy both from the client that the provider has registered; nobody can sign in until then.';
    return [broken('identity provider client', `The provider does not take ${which}.`, mend)];
  }
  return [ok('identity provider client', 'The provider knows the client.')];
}

/** Starts a sign-in without a prompt: a provider shows an error itself unless it knows the client and its callback. */
async function callbackFinding(config: Config, endpoint: string): Promise<Finding[]> {
  const callback = callbackUrlOf(config);
  const address = new URL(endpoint);
  const asked = {
    client_id: config.OIDC_CLIENT_ID ?? '',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    prompt: 'none',
    state: 'openhouse-doctor',
    nonce: 'openhouse-doctor',
    // A challenge is 43 characters (RFC 7636, 4.2); this one has no verifier.
    code_challenge: 'openhouse-doctor-asks-about-the-callback-00',
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  const answer = await ask(address.href);
  const what = 'identity provider callback';
  if (!isAnswered(answer)) {
    return [unreachable(what, endpoint, "The provider's authorization endpoint", answer)];
  }
  if (answer.status < 400) return [ok(what, `The provider takes ${callback} as a callback of the client.`)];
  const mend = `Register ${callback} as a redirect address of the client; it follows from PORTAL_URL.`;
  return [broken(what, `The provider does not take ${callback} as a callback of this client.`, mend)];
}

/** The upstream app service, if there is one. */
export async function examineUpstream({ UPSTREAM_APPS_URL }: Pick<Config, 'UPSTREAM_APPS_URL'>): Promise<Finding> {
  const what = 'app service';
  if (UPSTREAM_APPS_URL === null) return ok(what, 'None is configured: apps are made here.');
  return reached(what, UPSTREAM_APPS_URL, 'UPSTREAM_APPS_URL');
}

/** The bot check service, if there is one: it says whether it knows the secret. */
export async function examineBotCheck(config: Config): Promise<Finding> {
  const what = 'bot check';
  const { BOT_CHECK: service, BOT_CHECK_SECRET: secret } = config;
  if (service === 'altcha') return ok(what, 'A proof of work made here; no service is asked.');
  const url = config.BOT_CHECK_VERIFY_URL ?? siteverifyServices[service].verifyUrl;
  const body = new URLSearchParams({ secret: secret ?? '', response: 'openhouse-doctor' });
  const answer = await ask(url, { method: 'POST', body });
  if (!isAnswered(answer)) return unreachable(what, url, 'BOT_CHECK_VERIFY_URL', answer);
  const codes = objectOf(answer)?.['error-codes'];
  if (Array.isArray(codes) && OUR_FAULTS.some((fault) => codes.includes(fault))) {
    const says = `${service} does not take BOT_CHECK_SECRET, so nobody can be shown a secret.`;
    return broken(what, says, 'Copy the secret key of the site that BOT_CHECK_SITE_KEY names.');
  }
  return ok(what, `${service} answers.`);
}

/** Where webhooks and bot checks go: in production not into the operator's own network. */
export async function examineOutside(config: Config): Promise<Finding[]> {
  const found = isProduction(config) ? broken : warning;
  return (await insideAddresses(config)).map((problem) =>
    found('addresses outside', `${problem}.`, 'docs/guides/going-to-production.md'),
  );
}
