import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  customFetch as joseFetch,
  jwtVerify,
} from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  None,
} from 'openid-client';
import { IdentityProviderUnavailable } from './identity-provider.ts';
import type { OidcOptions } from './oidc-options.ts';
import { providerFetch, unusable } from './provider-fetch.ts';

/** Seconds by which the provider's clock may differ from ours (decision 0092). */
export const CLOCK_TOLERANCE_S = 60;

/**
 * Maximum number of immediate rediscoveries of a provider that may have changed, within this window in milliseconds.
 */
const LOOKS_MAX = 5;
const LOOKS_WINDOW_MS = 10_000;

/** An OpenID provider as it last described itself. */
export interface KnownProvider {
  /** Its current issuer. */
  readonly issuer: string;
  /** null when it has none. */
  readonly userinfoEndpoint: string | null;
  /** True when its callbacks carry `iss` (RFC 9207). */
  readonly namesItselfInCallbacks: boolean;
  /** A client for one exchange. @param fetch Performs its calls; by default those of every exchange. */
  client(fetch?: CustomFetch): Promise<Configuration>;
  /** The claims of a token, once its signature is verified with the provider's keys. @throws {errors.JOSEError} */
  verified(token: string, expected: JWTVerifyOptions): Promise<JWTPayload>;
}

export interface ProviderLooks {
  /** The provider's metadata; fetched on first use, and again after a failure. */
  known(): Promise<KnownProvider>;
  /**
   * Runs with the known metadata. When that fails in a way that a changed provider explains (keys, names, addresses),
   * the metadata is fetched again, at once and bounded, and `run` runs once more: the same answer is judged again.
   */
  withKnown<T>(run: (provider: KnownProvider) => Promise<T>): Promise<T>;
  /** Fetches the metadata again next time. */
  forget(): void;
}

/** Thrown by `run` of `withKnown` when its input does not come from the provider as it is known. */
export class NamedOtherwise extends Error {
  override readonly name = 'NamedOtherwise';
  readonly saidBy: SaidBy;

  /** @param saidBy Who named the other one: a callback is browser input, and anybody can send it. */
  constructor(message: string, saidBy: SaidBy = 'provider') {
    super(message);
    this.saidBy = saidBy;
  }
}

type SaidBy = 'provider' | 'browser';

/** Discovers the provider that the configuration names. */
export function providerLooks(options: OidcOptions): ProviderLooks {
  let found: Promise<KnownProvider> | undefined;
  // Counted separately, so that no browser uses up the discoveries that the provider's own answers need.
  const looks: Record<SaidBy, number[]> = { provider: [], browser: [] };
  const forget = () => {
    found = undefined;
  };
  const known = () => {
    const look = found ?? lookAt(options);
    found = look;
    look.catch(() => {
      if (found === look) forget();
    });
    return look;
  };
  const mayLook = (saidBy: SaidBy) => {
    // From a monotonic clock.
    const nowMs = performance.now();
    const recent = looks[saidBy].filter((at) => at > nowMs - LOOKS_WINDOW_MS);
    looks[saidBy] = recent;
    if (recent.length >= LOOKS_MAX) return false;
    recent.push(nowMs);
    return true;
  };
  return {
    known,
    forget,
    withKnown: async (run) => {
      const first = known();
      try {
        return await run(await first);
      } catch (error) {
        if (!hasChanged(error)) throw error;
        // Another call may have fetched it meanwhile.
        if (found === first) {
          if (!mayLook(error instanceof NamedOtherwise ? error.saidBy : 'provider')) throw error;
          forget();
        }
        return run(await known());
      }
    },
  };
}

/** True for failures that a provider with other keys or another name would cause. */
function hasChanged(error: unknown): boolean {
  return (
    error instanceof NamedOtherwise ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed
  );
}

/** What a provider names an address for, without which nobody can be signed in. */
export const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

async function lookAt(options: OidcOptions): Promise<KnownProvider> {
  const { issuer, clientId, clientSecret, timeoutMs } = options;
  const isSecure = !issuer.startsWith('http:');
  const described = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const ask: CustomFetch = (address, request) => providerFetch(address, request as RequestInit, timeoutMs);
  const answer = await providerFetch(described, { headers: { accept: 'application/json' } }, timeoutMs);
  if (answer.status !== 200) throw unusable(answer, 'when it was asked to describe itself');
  const description = await answer.text();
  const named = issuerOf(description);
  // A trailing slash is the same provider's own spelling, which everything is compared with.
  const server = new URL(named !== undefined && withoutSlash(named) === withoutSlash(issuer) ? named : issuer);
  const client = async (fetch: CustomFetch = ask) => {
    let isDescribed = false;
    return discovery(server, clientId, { [clockTolerance]: CLOCK_TOLERANCE_S }, clientAuthentication(clientSecret), {
      execute: isSecure ? [] : [allowInsecureRequests],
      [customFetch]: (address, request) => {
        if (isDescribed) return fetch(address, request);
        // Each exchange has its own client, built from the known metadata.
        isDescribed = true;
        return Promise.resolve(new Response(description, { headers: { 'content-type': 'application/json' } }));
      },
    }).catch((error: unknown) => {
      const { code } = error as { readonly code?: unknown };
      throw new IdentityProviderUnavailable(
        named === undefined || code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
          ? 'it does not describe itself as the issuer that is configured'
          : `its description cannot be used (${String(code ?? 'unknown')})`,
        'answer',
      );
    });
  };
  const metadata = (await client()).serverMetadata();
  const addressAs = (what: (typeof NEEDED)[number] | 'userinfo_endpoint'): string => {
    const address: unknown = metadata[what];
    if (typeof address !== 'string' || !URL.canParse(address))
      throw new IdentityProviderUnavailable(`it describes itself without an address as ${what}`, 'answer');
    if (isSecure && !address.startsWith('https:'))
      throw new IdentityProviderUnavailable('it names an address without https', 'answer');
    return address;
  };
  for (const what of NEEDED) addressAs(what);
  // A provider without one leaves it out, or names nothing.
  const userinfoEndpoint = metadata.userinfo_endpoint ? addressAs('userinfo_endpoint') : null;
  const keys = createRemoteJWKSet(new URL(addressAs('jwks_uri')), {
    // withKnown fetches unknown keys, at once and bounded; this would wait.
    cooldownDuration: Number.POSITIVE_INFINITY,
    [joseFetch]: async (address, request) => {
      const response = await providerFetch(address, request as RequestInit, timeoutMs);
      if (response.status !== 200) throw unusable(response, 'when it was asked for its keys');
      return response;
    },
  });
  return {
    issuer: metadata.issuer,
    userinfoEndpoint,
    namesItselfInCallbacks: metadata.authorization_response_iss_parameter_supported === true,
    client,
    verified: (token, expected) => verifiedBy(keys, token, { clockTolerance: CLOCK_TOLERANCE_S, ...expected }),
  };
}

/** A token without `kid`, at a provider with several keys, is verified with each. */
async function verifiedBy(keys: JWTVerifyGetKey, token: string, expected: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, expected)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, expected)).payload;
      } catch (wrong) {
        if (!(wrong instanceof errors.JWSSignatureVerificationFailed)) throw wrong;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function issuerOf(description: string): string | undefined {
  try {
    const { issuer } = JSON.parse(description) as { readonly issuer?: unknown };
    return typeof issuer === 'string' && URL.canParse(issuer) ? issuer : undefined;
  } catch {
    return undefined;
  }
}

/** @returns An issuer without the slash at its end. */
export function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '');
}

/** The default of OpenID Connect where the provider supports it; some support only the other method. */
function clientAuthentication(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (supported.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}
