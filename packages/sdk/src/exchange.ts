import { serverNowMs, transportError } from './answers.ts';
import { bounded } from './bounded.ts';
import { APP_SECRET_TAKES, isText, refuseSwapped, trimmed } from './options.ts';
import { repeat } from './repeat.ts';
import { orAborted } from './scope.ts';
import { sendOnce, type Wire } from './send-once.ts';
import { type HeldToken, usableMs } from './token.ts';

export const EXCHANGE = 'access-token';
const PATH = '/auth/access_token';
/** What may stand in a header; anything else would make the runtime quote the token in an error. */
const TOKEN_FORM = /^[\x21-\x7e]{1,4096}$/;

/**
 * Exchanges app key and secret for an access token (SPEC 4.1). It has time and attempts of its own: callers that give
 * up do not end it for the others that wait.
 * @throws {GatewayError | TransportError} Or what the function behind `appSecret` throws.
 */
export async function exchange(wire: Wire): Promise<HeldToken> {
  const { settings, shield } = wire;
  const { baseUrl, appKey, appSecret, expiryMarginS } = settings;
  const request = { operation: EXCHANGE, method: 'POST', url: baseUrl + PATH, attempt: 0 } as const;
  return bounded(request, settings, {}, (scope, limits) =>
    repeat(EXCHANGE, limits, scope, true, async (attempt) => {
      const given = typeof appSecret === 'function' ? appSecret() : appSecret;
      const app_secret = trimmed(await orAborted(Promise.resolve(given), scope.signal));
      if (!isText(app_secret)) throw new TypeError(APP_SECRET_TAKES);
      refuseSwapped(appKey, app_secret);
      shield.add(app_secret);
      const sentAtMs = performance.now();
      const sentAtEpochMs = Date.now();
      const asked = { ...request, attempt };
      const body = new URLSearchParams({ app_key: appKey, app_secret });
      const { data, headers } = await sendOnce(wire, scope, limits.attemptTimeoutMs, asked, { body });
      const { access_token, expire_at } = (data ?? {}) as { access_token?: unknown; expire_at?: unknown };
      if (typeof access_token !== 'string' || !TOKEN_FORM.test(access_token) || typeof expire_at !== 'number') {
        throw transportError(asked, 'malformed', 'The answer has no token with its end.');
      }
      shield.add(access_token);
      const usable = usableMs(expire_at, serverNowMs(headers), expiryMarginS * 1000);
      return { data: { access_token, expire_at }, endsAtMs: sentAtMs + usable, endsAtEpochMs: sentAtEpochMs + usable };
    }),
  );
}
