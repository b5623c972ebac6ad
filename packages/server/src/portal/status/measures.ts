import { GATEWAY_PROBE } from '../../kernel/http/gateway-probe.ts';
import type { IdentityProvider } from '../identity/identity-provider.ts';
import { IdentityProviderUnavailable } from '../identity/identity-provider.ts';

/** Milliseconds that the gateway may take to answer. */
const GATEWAY_MS = 3000;

/**
 * Whether the gateway answers at its address. The gateway does not count this as a call.
 * @param address Where this process reaches it, without a trailing slash.
 */
export async function gatewayAnswers(address: string, fetching: typeof fetch = fetch): Promise<boolean> {
  try {
    const answer = await fetching(`${address}${GATEWAY_PROBE.path}`, {
      method: GATEWAY_PROBE.method,
      headers: { 'access-control-request-method': 'GET' },
      signal: AbortSignal.timeout(GATEWAY_MS),
      redirect: 'manual',
    });
    await answer.body?.cancel();
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** The identity provider, and whether its last call found it there. */
export interface WatchedProvider {
  readonly identity: IdentityProvider;
  /** Asks it once more where the last call failed: nobody else may come by to find out. */
  readonly works: () => Promise<boolean>;
}

/** @param provider With its breakers, so that a provider that is away is not asked in vain. */
export function watchProvider(provider: IdentityProvider): WatchedProvider {
  let away = false;
  const watched = async <T>(call: Promise<T>): Promise<T> => {
    try {
      const result = await call;
      away = false;
      return result;
    } catch (error) {
      if (error instanceof IdentityProviderUnavailable) away = error.because !== 'person';
      throw error;
    }
  };
  const identity: IdentityProvider = {
    ...provider,
    begin: () => watched(provider.begin()),
    finish: (query, memory, from) => watched(provider.finish(query, memory, from)),
    profile: (token, person) => watched(provider.profile(token, person)),
  };
  return {
    identity,
    async works() {
      if (away) await identity.begin().catch(() => undefined);
      return !away;
    },
  };
}
