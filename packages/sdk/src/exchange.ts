import { serverNowMs, transportError } from './answers.ts';
import { bounded } from './bounded.ts';
import { APP_SECRET_TAKES, isText, refuseSwapped, trimmed } from './options.ts';
import { repeat } from './repeat.ts';
import { orAborted } from './scope.ts';
import { sendOnce, type Wire } from './send-once.ts';
import { type Begun, type HeldToken, usableMs } from './token.ts';

export const EXCHANGE = 'access-token';
const PATH = '/auth/access_token';
/** What may stand in a header; anything else would make the runtime quote the token in an error. */
const TOKEN_FORM = /^[\x21-\x7e]{1,4096}$/;

/**
 * Exchanges app key and secret for an access token (SPEC 4.1). It has time and attempts of its own: callers that give
 * up do not end it for the others that wait.
 * @param begun Is kept up to date.
 * @throws {GatewayError | TransportError} Or what the function behind `appSecret` throws.
 */
export async function exchange(wire: Wire, begun: Begun): Promise<HeldToken> {
  const { settings, shield } = wire;
  const { baseUrl, appKey, appSecret, expiryMarginS } = settings;
  return bounded({ operation: EXCHANGE, attempt: 0 }, settings, {}, (scope, limits) => {
    const ask = async (attempt: number) => {
      const given = typeof appSecret === 'function' ? appSecret() : appSecret;
      const app_secret = trimmed(await orAborted(Promise.resolve(given), scope.signal));
      if (!isText(app_secret)) throw new TypeError(APP_SECRET_TAKES);
      refuseSwapped(appKey, app_secret);
      shield.add(app_secret);
      begun.activeAtMs = performance.now();
      const sentAtEpochMs = Date.now();
      const asked = { operation: EXCHANGE, method: 'POST', url: baseUrl + PATH, attempt } as const;
      const body = new URLSearchParams({ app_key: appKey, app_secret });
      const { data, headers } = await sendOnce(wire, scope, limits.attemptTimeoutMs, asked, { body });
      const { access_token, expire_at } = (data ?? {}) as { access_token?: unknown; expire_at?: unknown };
      if (typeof access_token !== 'string' || !TOKEN_FORM.test(access_token) || typeof expire_at !== 'number') {
        throw transportError(asked, 'malformed', 'The answer has no token with its end.');
      }
      shield.add(access_token);
      const usable = usableMs(expire_at, serverNowMs(headers), expiryMarginS * 1000);
      return {
        data: { access_token, expire_at },
        endsAtMs: begun.activeAtMs + usable,
        endsAtEpochMs: sentAtEpochMs + usable,
      };
    };
    return repeat(EXCHANGE, limits, scope, true, ask, begun);
  });
}
