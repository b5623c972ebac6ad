import { isLoopbackHost } from '../kernel/http/hosts.ts';
import { cookieDomain } from './cookie-domain.ts';
import { integer, keyRing, oneOf, optional, type Reader, text, url, type ValuesOf, variable } from './variables.ts';

/** An issuer is compared character by character, so it is kept as written. */
const issuer: Reader<string> = {
  takes: 'the issuer of an OpenID provider: an http or https address without query or fragment',
  read: (value) => (url.read(value) === undefined ? undefined : value),
};

const secretValue: Reader<string> = {
  takes: 'a text',
  secret: true,
  read: (value) => (value === '' ? undefined : value),
};

const ADDRESS = /^[^\s@,]+@[^\s@,]+$/;

/** E-mail addresses, in lower case: providers differ in how they write them. */
const addresses: Reader<readonly string[]> = {
  takes: 'e-mail addresses, separated by commas',
  read: (value) => {
    const list = value.split(',').map((one) => one.trim().toLowerCase());
    return list.every((one) => ADDRESS.test(one)) ? list : undefined;
  },
};

/** A claim of the provider and its value, or one of its values. */
export interface NamedClaim {
  readonly name: string;
  readonly value: string;
}

const claim: Reader<NamedClaim> = {
  takes: 'a claim and its value with a colon between them, such as groups:openhouse-operators',
  read: (value) => {
    const [, name, wanted] = /^([^:\s]{1,128}):(\S.{0,255})$/.exec(value) ?? [];
    return name === undefined || wanted === undefined ? undefined : { name, value: wanted };
  },
};

/** The environment variables of signing in and of sessions. */
export const identityVariables = {
  IDENTITY_PROVIDER: variable(
    oneOf('builtin', 'ticket', 'oidc'),
    'builtin',
    'Who signs developers in: the built-in page (development only), an internal gateway that speaks the ticket protocol, or an OpenID provider.',
  ),
  IDENTITY_SOURCE: variable(text, 'SSO_DEVELOPER_APP', 'Source of the sign-ins: the application towards the provider.'),
  IDENTITY_TIMEOUT_MS: variable(integer(100, 10_000), '2000', 'Milliseconds a call to the identity provider may take.'),
  TICKET_GATEWAY_URL: variable(optional(url), '', 'Where the internal gateway answers; for IDENTITY_PROVIDER=ticket.'),
  OIDC_ISSUER: variable(optional(issuer), '', 'Issuer of the OpenID provider, as it names itself.'),
  OIDC_CLIENT_ID: variable(optional(text), '', 'Client id that the OpenID provider knows the portal by.'),
  OIDC_CLIENT_SECRET: variable(optional(secretValue), '', 'Client secret; empty for a public client.'),
  OIDC_SCOPE: variable(text, 'openid profile email', 'Scopes asked from the OpenID provider, space separated.'),
  SVC_AUTH_COOKIE_DOMAIN: variable(
    optional(text),
    '',
    'Domain attribute of the session cookies, or host-only; empty takes the parent domain of the portal in production, host-only elsewhere.',
  ),
  SESSION_IDLE_S: variable(
    integer(0, 2_592_000),
    '0',
    'Seconds without a call of the portal after which a session ends; 0 ends sessions by their age only.',
  ),
  REVEAL_MAX_SIGN_IN_AGE_S: variable(
    integer(0, 2_592_000),
    '0',
    'Seconds since signing in within which a person may reveal an app secret; later they sign in again first. 0 sets no bound.',
  ),
  OPERATORS: variable(
    optional(addresses),
    '',
    'Who operates the installation: e-mail addresses that the identity provider has verified. They have /operator in the portal.',
  ),
  OPERATOR_CLAIM: variable(
    optional(claim),
    '',
    'Whoever has this claim at the OpenID provider is an operator too; for IDENTITY_PROVIDER=oidc.',
  ),
  OPERATOR_MAX_SIGN_IN_AGE_S: variable(
    integer(1, 2_592_000),
    '3600',
    'Seconds since signing in within which operators act as such; later they sign in again first.',
  ),
  COOKIE_SECRETS: variable(
    optional(keyRing),
    '',
    'Keys that sign svc_account and csrf: the first signs, all of them verify. Generated outside production.',
  ),
  SESSION_SEALING_KEYS: variable(
    optional(keyRing),
    '',
    "Keys that seal the identity provider's tokens: the first seals, all of them open. Generated outside production.",
  ),
};

/** Keys of sessions that production requires. */
export const requiredIdentityKeys = ['COOKIE_SECRETS', 'SESSION_SEALING_KEYS'] as const;

type IdentityValues = ValuesOf<typeof identityVariables> & {
  readonly APP_ENV: string;
  /** Public address of the portal; null for the default with the port. */
  readonly PORTAL_URL: string | null;
  /** The same for the sign-in page. */
  readonly LOGIN_URL: string | null;
  readonly LISTEN_HOST: string;
};

/** Problems between the variables of signing in; empty when there are none. */
export function identityProblems(config: IdentityValues): string[] {
  const production = config.APP_ENV === 'production';
  const problems: string[] = [];
  if (config.PORTAL_URL !== null && new URL(config.PORTAL_URL).pathname !== '/') {
    problems.push('PORTAL_URL takes an address without a path: the portal answers at the root of its host');
  }
  const needed = { builtin: [], ticket: ['TICKET_GATEWAY_URL'], oidc: ['OIDC_ISSUER', 'OIDC_CLIENT_ID'] } as const;
  for (const name of needed[config.IDENTITY_PROVIDER]) {
    if (config[name] === null) problems.push(`${name} must be set for IDENTITY_PROVIDER=${config.IDENTITY_PROVIDER}`);
  }
  if (config.IDENTITY_PROVIDER === 'oidc' && !config.OIDC_SCOPE.split(' ').includes('openid')) {
    problems.push('OIDC_SCOPE must name openid');
  }
  if (config.OPERATOR_CLAIM !== null && config.IDENTITY_PROVIDER !== 'oidc') {
    problems.push(
      `OPERATOR_CLAIM is for IDENTITY_PROVIDER=oidc; ${config.IDENTITY_PROVIDER} tells no claims. Name operators with OPERATORS`,
    );
  }
  const domain = cookieDomain(config.PORTAL_URL ?? 'http://localhost', production, config.SVC_AUTH_COOKIE_DOMAIN);
  if ('problem' in domain) problems.push(domain.problem);
  if (production) return [...problems, ...productionProblems(config)];
  return config.IDENTITY_PROVIDER === 'builtin' ? [...problems, ...builtinProblems(config)] : problems;
}

/** The built-in page asks for no password: whoever reaches it can sign in as anybody. */
function builtinProblems(config: IdentityValues): string[] {
  const why = 'the built-in sign-in asks for no password. Name a loopback address, or another IDENTITY_PROVIDER';
  const problems: string[] = [];
  if (!isLoopbackHost(config.LISTEN_HOST)) {
    problems.push(`LISTEN_HOST is ${JSON.stringify(config.LISTEN_HOST)}, which others reach, but ${why}`);
  }
  for (const name of ['PORTAL_URL', 'LOGIN_URL'] as const) {
    const address = config[name];
    if (address === null || isLoopbackHost(new URL(address).hostname)) continue;
    problems.push(`${name} is ${address}, which others reach, but ${why}`);
  }
  return problems;
}

function productionProblems(config: IdentityValues): string[] {
  const problems: string[] = [];
  if (config.IDENTITY_PROVIDER === 'builtin') {
    problems.push('IDENTITY_PROVIDER must be ticket or oidc in production: the built-in page asks for no password');
  }
  for (const name of ['TICKET_GATEWAY_URL', 'OIDC_ISSUER'] as const) {
    if (config[name]?.startsWith('http:') === true) problems.push(`${name} must be an https address in production`);
  }
  return problems;
}
