import { type IdentityProvider, IdentityProviderUnavailable } from './identity-provider.ts';

/** The provider's calls, as metrics name them. */
export type ProviderCall = 'begin' | 'finish' | 'profile';

/**
 * The same provider; `onOutage` is called for each call that found it unavailable, also for those that a breaker
 * failed. A refusal of one person is no outage.
 */
export function watchOutages(provider: IdentityProvider, onOutage: (call: ProviderCall) => void): IdentityProvider {
  const watched = async <T>(name: ProviderCall, call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (error instanceof IdentityProviderUnavailable && error.because !== 'person') onOutage(name);
      throw error;
    }
  };
  return {
    ...provider,
    begin: () => watched('begin', provider.begin()),
    finish: (query, memory, from) => watched('finish', provider.finish(query, memory, from)),
    profile: (token, person) => watched('profile', provider.profile(token, person)),
  };
}
