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

/** How often a provider that may have changed is looked at again at once, and the milliseconds in which that counts. */
const LOOKS_MAX = 5;
const LOOKS_WINDOW_MS = 10_000;

/** An OpenID provider as it described itself last. */
export interface KnownProvider {
  /** As it names itself now. */
  readonly issuer: string;
  /** null when it has none. */
  readonly userinfoEndpoint: string | null;
  /** True when its callbacks carry `iss` (RFC 9207). */
  readonly namesItselfInCallbacks: boolean;
  /** A client of one exchange. @param fetch Makes its calls; every call of the provider by default. */
  client(fetch?: CustomFetch): Promise<Configuration>;
  /** Claims of a token that one of its keys signed. @throws {errors.JOSEError} */
  verified(token: string, expected: JWTVerifyOptions): Promise<JWTPayload>;
}

export interface ProviderLooks {
  /** What is known of it; asked when first needed, and again after a failure. */
  known(): Promise<KnownProvider>;
  /**
   * Runs with what is known. When that fails as it does when the provider has changed since (keys, names, addresses), it is
   * looked at again, at once and bounded, and `run` runs once more: the same answer is judged again.
   */
  withKnown<T>(run: (provider: KnownProvider) => Promise<T>): Promise<T>;
  /** Looks again next time. */
  forget(): void;
}

/** Thrown by `run` of `withKnown` when what it has does not come from the provider as it is known. */
export class NamedOtherwise extends Error {
  override readonly name = 'NamedOtherwise';
}

/** Looks at the provider that the configuration names. */
export function providerLooks(options: OidcOptions): ProviderLooks {
  let found: Promise<KnownProvider> | undefined;
  let looks: number[] = [];
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
  const mayLook = () => {
    const nowMs = options.nowMs();
    looks = looks.filter((at) => at > nowMs - LOOKS_WINDOW_MS);
    if (looks.length >= LOOKS_MAX) return false;
    looks.push(nowMs);
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
        // Somebody else may have looked meanwhile.
        if (found === first) {
          if (!mayLook()) throw error;
          forget();
        }
        return run(await known());
      }
    },
  };
}

/** True for the failures of a provider with other keys or another name than the known ones. */
function hasChanged(error: unknown): boolean {
  return (
    error instanceof NamedOtherwise ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed
  );
}

async function lookAt(options: OidcOptions): Promise<KnownProvider> {
  const { issuer, clientId, clientSecret, timeoutMs } = options;
  const isSecure = !issuer.startsWith('http:');
  const described = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const ask: CustomFetch = (address, request) => providerFetch(address, request as RequestInit, timeoutMs);
  const answer = await providerFetch(described, { headers: { accept: 'application/json' } }, timeoutMs);
  if (answer.status !== 200) throw unusable(answer, 'when it was asked to describe itself');
  const description = await answer.text();
  const named = issuerOf(description);
  // A slash at the end is how the same provider writes itself; its own spelling is what everything is compared with.
  const server = new URL(named !== undefined && withoutSlash(named) === withoutSlash(issuer) ? named : issuer);
  const client = async (fetch: CustomFetch = ask) => {
    let isDescribed = false;
    return discovery(server, clientId, { [clockTolerance]: CLOCK_TOLERANCE_S }, clientAuthentication(clientSecret), {
      execute: isSecure ? [] : [allowInsecureRequests],
      [customFetch]: (address, request) => {
        if (isDescribed) return fetch(address, request);
        // Each exchange has a client of its own, made of what is known.
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
  const { jwks_uri, userinfo_endpoint } = metadata;
  if (jwks_uri === undefined) throw new IdentityProviderUnavailable('it names no keys', 'answer');
  for (const address of [jwks_uri, userinfo_endpoint]) {
    if (isSecure && address !== undefined && !address.startsWith('https:')) {
      throw new IdentityProviderUnavailable('it names an address without https', 'answer');
    }
  }
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    // Unknown keys are looked for by withKnown, at once and bounded; this would wait.
    cooldownDuration: Number.POSITIVE_INFINITY,
    [joseFetch]: async (address, request) => {
      const response = await providerFetch(address, request as RequestInit, timeoutMs);
      if (response.status !== 200) throw unusable(response, 'when it was asked for its keys');
      return response;
    },
  });
  return {
    issuer: metadata.issuer,
    userinfoEndpoint: userinfo_endpoint ?? null,
    namesItselfInCallbacks: metadata.authorization_response_iss_parameter_supported === true,
    client,
    verified: (token, expected) => verifiedBy(keys, token, { clockTolerance: CLOCK_TOLERANCE_S, ...expected }),
  };
}

/** A token without `kid`, at a provider with several keys, is tried with each. */
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

/** The default of OpenID Connect where the provider takes it; some take the other form only. */
function clientAuthentication(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (supported.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}
