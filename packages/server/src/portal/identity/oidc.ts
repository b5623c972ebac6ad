import { errors } from 'jose';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  type CustomFetch,
  calculatePKCECodeChallenge,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import {
  type IdentityProvider,
  IdentityProviderUnavailable,
  type Profile,
  providerAddress,
  SignInRefusal,
} from './identity-provider.ts';
import { type Claims, keptClaims, profileClaims } from './oidc-claims.ts';
import { CLOCK_TOLERANCE_S, type KnownProvider, NamedOtherwise, providerLooks } from './oidc-discovery.ts';
import type { OidcOptions } from './oidc-options.ts';
import { askUserinfo } from './oidc-userinfo.ts';
import { shownProfile, shownText } from './profile.ts';
import { providerFetch, unusable } from './provider-fetch.ts';

/** What `finish` needs of `begin`. */
const Memory = Type.Object({ state: Type.String(), nonce: Type.String(), verifier: Type.String() });
type Memory = Static<typeof Memory>;

/** A profile without its subject. Its texts are shortened already (`shownProfile`). */
const KeptProfile = Type.Object({
  email: Type.String(),
  isEmailVerified: Type.Boolean(),
  isEmailVouched: Type.Boolean(),
  hasOperatorClaim: Type.Boolean(),
  name: Type.String(),
  avatarUrl: Type.String(),
});

/**
 * Sealed with the session: while the access token is valid the profile is fetched with it, afterwards that of the
 * sign-in counts.
 */
const Token = Type.Object({
  access_token: Type.String(),
  /** Milliseconds since the Unix epoch; absent when the provider does not say, which it need not (RFC 6749, 5.1). */
  endsAtMs: Type.Optional(Type.Number()),
  subject: Type.String(),
  email: Type.String(),
  /** Absent when the provider does not say. */
  emailVerified: Type.Optional(Type.Boolean()),
  /** Present when the ID token had the claim of operators. */
  operator: Type.Optional(Type.Boolean()),
  name: Type.String(),
  picture: Type.String(),
  /**
   * The profile at sign-in, from ID token and userinfo. Beside the ID token's claims, not in place of them: userinfo that
   * drops a claim while the token lives must not be overruled by what it said before. Sessions of former releases have none.
   */
  atSignIn: Type.Optional(KeptProfile),
});

/** Maximum length of the provider's own text on a page, in characters. */
const SAYS_MAX_CHARS = 200;

/**
 * Any OpenID provider: authorization code with PKCE, state and nonce; ID token signatures are verified (decision 0027).
 */
export function oidcProvider(options: OidcOptions): IdentityProvider {
  const { callbackUrl, nowMs } = options;
  const looks = providerLooks(options);
  return {
    name: options.issuer,

    async begin() {
      const provider = await (await looks.known()).client();
      const memory: Memory = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
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

    isFor: (query, remembered) => query.get('state') === memoryOf(remembered)?.state,

    judge: judgeCallback,

    async finish(query, remembered) {
      const memory = memoryOf(remembered);
      const malformed = judgeCallback(query, remembered);
      if (malformed !== undefined || memory === undefined)
        return malformed ?? new SignInRefusal('the handshake is broken');
      // The code can be used once: its answer is judged again when the provider turns out to have changed.
      let brought: Response | undefined;
      const exchange: CustomFetch = async (address, request) => {
        brought ??= await tokenAnswer(address, request as RequestInit, options.timeoutMs);
        return brought.clone();
      };
      try {
        return await looks.withKnown((provider) => confirmed(options, provider, { query, memory, exchange }));
      } catch (error) {
        const refusal = refusalOf(error, nowMs());
        if (refusal !== undefined) return refusal;
        // It may come back with other addresses: discover it again before the next sign-in.
        looks.forget();
        throw unavailable(error);
      }
    },

    async profile(sealed) {
      const token: unknown = JSON.parse(sealed);
      if (!Value.Check(Token, token)) return 'ended';
      const { userinfoEndpoint } = await looks.known();
      if (userinfoEndpoint === null) return profileOf(options, token);
      if (token.endsAtMs !== undefined && token.endsAtMs <= nowMs()) return lastProfileOf(options, token);
      try {
        const told = await looks.withKnown((provider) => askUserinfo(options, provider, token));
        return told === 'ended' ? 'ended' : profileOf(options, token, told);
      } catch (error) {
        throw unavailable(error);
      }
    },

    keep(token, { subject: _, ...atSignIn }) {
      return JSON.stringify({ ...JSON.parse(token), atSignIn });
    },
  };
}

/** A callback that belongs to one handshake. */
interface Callback {
  readonly query: URLSearchParams;
  readonly memory: Memory;
  /** Exchanges its code, once. */
  readonly exchange: CustomFetch;
}

/** @throws {NamedOtherwise} when the provider may have changed since it was discovered. */
async function confirmed(
  { callbackUrl, clientId, source, operatorClaim = null, nowMs }: OidcOptions,
  provider: KnownProvider,
  { query, memory, exchange }: Callback,
) {
  const iss = query.get('iss');
  if (iss !== null && iss !== provider.issuer) throw new NamedOtherwise('the callback names another issuer', 'browser');
  if (iss === null && provider.namesItselfInCallbacks)
    throw new NamedOtherwise('the callback does not name its issuer', 'browser');
  const current = new URL(callbackUrl);
  current.search = query.toString();
  const fromS = Math.floor(nowMs() / 1000);
  const tokens = await authorizationCodeGrant(await provider.client(exchange), current, {
    pkceCodeVerifier: memory.verifier,
    expectedState: memory.state,
    expectedNonce: memory.nonce,
    idTokenExpected: true,
  }).catch((error: unknown) => {
    throw isAboutIssuer(error) ? new NamedOtherwise('the ID token names another issuer') : error;
  });
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined) return new SignInRefusal('there is no ID token');
  // Everybody would be one person.
  if (claims.sub.trim() === '') throw new IdentityProviderUnavailable('its ID token names nobody in sub', 'answer');
  await provider.verified(tokens.id_token, { issuer: provider.issuer, audience: clientId });
  // OpenID Connect Core 1.0, 3.1.3.7: the library asks for it only beside several audiences.
  if (claims.azp !== undefined && claims.azp !== clientId)
    return new SignInRefusal('the ID token was issued to another client');
  // The token was issued just now, while we waited: what its clock says beyond that is the difference.
  const clocksDifferS = Math.max(claims.iat - Math.floor(nowMs() / 1000), fromS - claims.iat);
  if (clocksDifferS > CLOCK_TOLERANCE_S) return clocksDiffer(clocksDifferS, claims.sub);
  const livesS = tokens.expiresIn();
  const token: Static<typeof Token> = {
    access_token: tokens.access_token,
    // 0 is what some write for one that does not run out.
    ...(livesS !== undefined && livesS > 0 && { endsAtMs: nowMs() + livesS * 1000 }),
    subject: claims.sub,
    ...keptClaims(claims, operatorClaim),
  };
  const providerSession = typeof claims.sid === 'string' && claims.sid !== '' ? claims.sid : null;
  return { token: JSON.stringify(token), subject: claims.sub, source, providerSession };
}

/** The token endpoint's answer; a busy or broken one is recognised by its status. */
async function tokenAnswer(address: string, request: RequestInit, timeoutMs: number): Promise<Response> {
  const answer = await providerFetch(address, request, timeoutMs);
  if (answer.status === 429 || answer.status >= 500) throw unusable(answer, 'when the code was exchanged');
  if (answer.status !== 200) return answer;
  return new Response(withoutEmpty(await answer.text()), { headers: answer.headers });
}

/** Without members that say nothing: some providers write `"refresh_token": null` for one that they do not issue. */
function withoutEmpty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), (_, value) => (value === null || value === '' ? undefined : value));
  } catch {
    // The library says what is wrong with it.
    return json;
  }
}

function memoryOf(remembered: string): Memory | undefined {
  try {
    const memory: unknown = JSON.parse(remembered);
    return Value.Check(Memory, memory) ? memory : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that each parameter occurs once, that the state is ours, and that there is no error. */
function judgeCallback(query: URLSearchParams, remembered: string): SignInRefusal | undefined {
  const names = [...query.keys()];
  if (new Set(names).size !== names.length) return new SignInRefusal('the callback carries a parameter twice');
  if (query.get('state') !== memoryOf(remembered)?.state) {
    return new SignInRefusal('the callback carries the state of another sign-in');
  }
  const error = query.get('error');
  if (error !== null) return saidNo('the callback', error, query.get('error_description') ?? '');
  return query.has('code') ? undefined : new SignInRefusal('the callback carries no code');
}

/** Errors of the token endpoint that refuse one person or code; every other one is a wrong configuration. */
const REFUSALS = [
  'access_denied',
  'invalid_grant',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
];
/** Codes that may be logged; nothing else that a browser sends is. */
const ERROR_CODE = /^[a-z][a-z0-9_]{0,63}$/;

function saidNo(who: string, error: string, description: string): SignInRefusal {
  const says = shownText(description, SAYS_MAX_CHARS) || shownText(error, SAYS_MAX_CHARS);
  return new SignInRefusal(`${who} says ${ERROR_CODE.test(error) ? error : 'an error without a code'}`, { says });
}

const clocksDiffer = (seconds: number, subject: string | null) =>
  new SignInRefusal(
    `clocks differ by ${seconds} s: the identity provider's and ours`,
    { clocksDifferS: seconds },
    subject,
  );

/** The refusal, where a failed exchange concerns this sign-in only. */
function refusalOf(error: unknown, nowMs: number): SignInRefusal | undefined {
  if (error instanceof NamedOtherwise) return new SignInRefusal(error.message);
  if (error instanceof AuthorizationResponseError) return saidNo('the callback', error.error, '');
  if (error instanceof ResponseBodyError && REFUSALS.includes(error.error)) {
    return saidNo('the token endpoint', error.error, error.error_description ?? '');
  }
  if (!(error instanceof ClientError)) return undefined;
  if (error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    const { claims } = causeOf(error);
    const iat = typeof claims?.iat === 'number' ? claims.iat : undefined;
    const seconds = iat === undefined ? 0 : Math.abs(iat - Math.floor(nowMs / 1000));
    const subject = typeof claims?.sub === 'string' ? claims.sub : null;
    return seconds > CLOCK_TOLERANCE_S
      ? clocksDiffer(seconds, subject)
      : new SignInRefusal('the ID token is not valid now', {}, subject);
  }
  // The nonce or audience of the ID token is not ours: a code from elsewhere.
  if (error.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') {
    return new SignInRefusal(`the ID token is not for this sign-in (${String(causeOf(error).claim ?? 'a claim')})`);
  }
  return undefined;
}

const isAboutIssuer = (error: unknown): boolean =>
  error instanceof ClientError && error.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' && causeOf(error).claim === 'iss';

/** What the library reports about a claim that does not match. */
function causeOf(error: ClientError): { readonly claim?: unknown; readonly claims?: Claims } {
  const { cause } = error as { readonly cause?: { readonly cause?: unknown } };
  return (cause?.cause ?? {}) as { readonly claim?: unknown; readonly claims?: Claims };
}

/** Codes only: messages and causes may hold what the provider sent. */
function unavailable(error: unknown): IdentityProviderUnavailable {
  if (error instanceof IdentityProviderUnavailable) return error;
  const { cause, code } = error as { readonly cause?: unknown; readonly code?: unknown };
  if (cause instanceof IdentityProviderUnavailable) return cause;
  if (error instanceof NamedOtherwise) return new IdentityProviderUnavailable(error.message, 'answer');
  if (error instanceof ResponseBodyError) {
    const says = ERROR_CODE.test(error.error) ? error.error : 'an unknown error';
    return unusable(error.response, `and says ${says}`);
  }
  const kind = error instanceof errors.JOSEError || typeof code === 'string' ? String(code) : 'unknown error';
  return new IdentityProviderUnavailable(`its answer cannot be used (${kind})`, 'answer');
}

/** @param told Claims of userinfo; without, the ID token's count alone. */
function profileOf({ operatorClaim = null }: OidcOptions, token: Static<typeof Token>, told: Claims = {}): Profile {
  return shownProfile(profileClaims(token.subject, token, operatorClaim, told));
}

/** What counts once the access token has run out. */
function lastProfileOf(options: OidcOptions, token: Static<typeof Token>): Profile {
  const { atSignIn, subject } = token;
  if (atSignIn === undefined) return profileOf(options, token);
  // Operators may have stopped asking for the claim since.
  return { ...atSignIn, subject, hasOperatorClaim: options.operatorClaim != null && atSignIn.hasOperatorClaim };
}
