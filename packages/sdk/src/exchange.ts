import { serverNowMs, transportError } from './answers.ts';
import { repeat } from './repeat.ts';
import { openScope, orAborted } from './scope.ts';
import { sendOnce, type Wire } from './send-once.ts';
import { type HeldToken, usableMs } from './token.ts';

const OPERATION = 'access-token';
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
  let attempts = 0;
  const scope = openScope(settings.totalTimeoutMs, undefined, () =>
    transportError(
      { operation: OPERATION, attempt: attempts },
      'timeout',
      `no token came within ${settings.totalTimeoutMs} ms.`,
    ),
  );
  try {
    return await repeat(OPERATION, settings, scope, true, async (attempt) => {
      attempts = attempt;
      const appSecret = await orAborted(Promise.resolve(settings.appSecret()), scope.signal);
      if (typeof appSecret !== 'string' || appSecret === '')
        throw new TypeError('The function appSecret returned no text.');
      shield.add(appSecret);
      const sentAtMs = performance.now();
      const sentAtEpochMs = Date.now();
      const request = { operation: OPERATION, method: 'POST', url: settings.baseUrl + PATH, attempt } as const;
      const body = new URLSearchParams({ app_key: settings.appKey, app_secret: appSecret });
      const answer = await sendOnce(wire, scope, settings.attemptTimeoutMs, { ...request, headers: {}, body });
      const { access_token, expire_at } = (answer.data ?? {}) as { access_token?: unknown; expire_at?: unknown };
      if (typeof access_token !== 'string' || !TOKEN_FORM.test(access_token) || typeof expire_at !== 'number') {
        throw transportError(request, 'malformed', 'the exchange succeeded without a token and its end.');
      }
      shield.add(access_token);
      const usable = usableMs(expire_at, serverNowMs(answer.headers), settings.expiryMarginMs);
      return {
        data: { access_token, expire_at },
        endsAtMs: sentAtMs + usable,
        endsAtEpochMs: sentAtEpochMs + usable,
      };
    });
  } finally {
    scope.close();
  }
}
