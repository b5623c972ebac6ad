import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import {
  type IdentityProvider,
  IdentityProviderUnavailable,
  type Profile,
  providerAddress,
} from './identity-provider.ts';
import { shownProfile } from './profile.ts';
import { providerFetch } from './provider-fetch.ts';

export interface OidcOptions {
  /** Issuer of the provider, exactly as it names itself. */
  readonly issuer: string;
  readonly clientId: string;
  /** null for a public client. */
  readonly clientSecret: string | null;
  /** Scopes, space separated; `openid` among them. */
  readonly scope: string;
  readonly callbackUrl: string;
  /** What the developer account names as `currentSource`. */
  readonly source: string;
  /** Milliseconds a call may take. */
  readonly timeoutMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** What `finish` needs of `begin`. */
const Memory = Type.Object({ state: Type.String(), nonce: Type.String(), verifier: Type.String() });

/** What is sealed with the session: while the access token lives the profile is asked, then it is the last one. */
const Token = Type.Object({
  access_token: Type.String(),
  /** Milliseconds since the Unix epoch. */
  endsAtMs: Type.Number(),
  subject: Type.String(),
  email: Type.String(),
  name: Type.String(),
  picture: Type.String(),
});

/** Any OpenID provider: authorization code with PKCE, state and nonce; ID token signatures are checked (decision 0027). */
export function oidcProvider(options: OidcOptions): IdentityProvider {
  const { issuer, source, callbackUrl, nowMs } = options;
  const configuration = discovered(options);
  return {
    name: issuer,

    async begin() {
      const provider = await configuration();
      const memory = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const address = buildAuthorizationUrl(provider, {
        redirect_uri: callbackUrl,
        scope: options.scope,
        state: memory.state,
        nonce: memory.nonce,
        code_challenge: await calculatePKCECodeChallenge(memory.verifier),
        code_challenge_method: 'S256',
      });
      return { address: providerAddress(address), memory: JSON.stringify(memory) };
    },

    ticketsOf: (query) => query.getAll('code').slice(0, 1),

    async finish(query, remembered) {
      const memory: unknown = JSON.parse(remembered);
      if (!Value.Check(Memory, memory) || !isAnswerTo(query, memory.state, issuer)) return 'refused';
      const provider = await configuration();
      const current = new URL(callbackUrl);
      current.search = query.toString();
      const confirmed = answered(async () => {
        const tokens = await authorizationCodeGrant(provider, current, {
          pkceCodeVerifier: memory.verifier,
          expectedState: memory.state,
          expectedNonce: memory.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) return 'refused' as const;
        const token: Static<typeof Token> = {
          access_token: tokens.access_token,
          endsAtMs: nowMs() + (tokens.expiresIn() ?? 0) * 1000,
          subject: claims.sub,
          ...textsOf(claims),
        };
        const providerSession = typeof claims.sid === 'string' ? claims.sid : null;
        return { token: JSON.stringify(token), subject: claims.sub, source, providerSession };
      }, 'refused' as const);
      // The provider may have come back with other keys or addresses: look again before the next sign-in.
      confirmed.catch(configuration.forget);
      return confirmed;
    },

    async profile(sealed) {
      const token: unknown = JSON.parse(sealed);
      if (!Value.Check(Token, token)) return 'ended';
      const provider = await configuration();
      if (token.endsAtMs <= nowMs() || provider.serverMetadata().userinfo_endpoint === undefined)
        return profileOf(token);
      return answered(async () => {
        const told = await fetchUserInfo(provider, token.access_token, token.subject);
        // What userinfo leaves out stands in the ID token.
        return profileOf({ ...token, ...presentTexts(told) });
      }, 'ended' as const);
    },
  };
}

/** The provider's own description. */
export interface Discovered {
  /** Asked when first needed, and again after a failure. */
  (): Promise<Configuration>;
  /** Asks again next time, for its keys too. */
  forget(): void;
}

export function discovered(options: OidcOptions): Discovered {
  const { issuer, clientId, clientSecret, timeoutMs } = options;
  let found: Promise<Configuration> | undefined;
  const forget = () => {
    found = undefined;
  };
  const configuration = () => {
    found ??= discovery(new URL(issuer), clientId, undefined, clientAuthentication(clientSecret), {
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      [customFetch]: (address, request) => providerFetch(address, request as RequestInit, timeoutMs),
    }).catch((error: unknown) => {
      forget();
      throw unavailable(error);
    });
    return found;
  };
  return Object.assign(configuration, { forget });
}

/** The default of OpenID Connect where the provider takes it; some take the other form only. */
function clientAuthentication(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (supported.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** Each parameter once, our state, and no other issuer: an answer to another request is refused before any call. */
function isAnswerTo(query: URLSearchParams, state: string, issuer: string): boolean {
  const names = [...query.keys()];
  const iss = query.get('iss');
  return new Set(names).size === names.length && query.get('state') === state && (iss === null || iss === issuer);
}

/** Errors with which a provider refuses one person or code; every other one is an outage or a wrong set-up. */
const REFUSALS = [
  'access_denied',
  'invalid_grant',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
];

async function answered<T, R>(call: () => Promise<T>, refused: R): Promise<T | R> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
      if (REFUSALS.includes(error.error)) return refused;
    }
    const challenged = error instanceof WWWAuthenticateChallengeError && error.status === 401;
    if (challenged && error.cause.some(({ parameters }) => parameters.error === 'invalid_token')) return refused;
    // The nonce or audience of the ID token is not ours: a code from elsewhere.
    if (error instanceof ClientError && error.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return refused;
    throw unavailable(error);
  }
}

/** Codes only: messages and causes may hold what the provider sent. */
function unavailable(error: unknown): IdentityProviderUnavailable {
  if (error instanceof IdentityProviderUnavailable) return error;
  const { cause, code } = error as { readonly cause?: unknown; readonly code?: unknown };
  if (cause instanceof IdentityProviderUnavailable) return cause;
  const kind = error instanceof ResponseBodyError ? error.error : typeof code === 'string' ? code : 'unknown error';
  return new IdentityProviderUnavailable(`its answer cannot be used (${kind})`);
}

function textsOf(claims: Readonly<Record<string, unknown>>) {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  return { email: text('email'), name: text('name') || text('preferred_username'), picture: text('picture') };
}

function presentTexts(claims: Readonly<Record<string, unknown>>): Partial<ReturnType<typeof textsOf>> {
  return Object.fromEntries(Object.entries(textsOf(claims)).filter(([, text]) => text !== ''));
}

function profileOf({ subject, email, name, picture }: Static<typeof Token>): Profile {
  return shownProfile({ subject, email, name, avatarUrl: picture });
}
