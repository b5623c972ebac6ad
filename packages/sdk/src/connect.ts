import { transportError } from './answers.ts';
import { bounded } from './bounded.ts';
import type { Answer, Call, CallLimits, Connection } from './connection.ts';
import { orNothing, usableCopy } from './copies.ts';
import { GatewayError } from './errors.ts';
import { EXCHANGE, exchange } from './exchange.ts';
import { queryText } from './operation.ts';
import { type GatewayOptions, settingsOf } from './options.ts';
import { repeat } from './repeat.ts';
import { orAborted, type Scope } from './scope.ts';
import { type HiddenParts, sendOnce, type Wire } from './send-once.ts';
import { secretShield } from './shield.ts';
import { tokenKeeper } from './token.ts';

/** Envelope `code` of a token that is missing, unknown or expired. */
const TOKEN_REFUSED = -3;

/**
 * Connects to a gateway, for the operations that are functions: `vrInfo(connection, …)`. A bundler then drops those
 * that are not used. Sends nothing yet.
 * @throws {TypeError} In a browser, or when an option is wrong.
 */
export function connect(options: GatewayOptions & { readonly ids: 'bigint-safe' }): Connection<number | bigint>;
export function connect(options: GatewayOptions & { readonly ids?: 'number' | undefined }): Connection<number>;
export function connect(options: GatewayOptions): Connection<number | bigint>;
export function connect(options: GatewayOptions): Connection {
  const settings = settingsOf(options);
  const wire: Wire = { settings, shield: secretShield() };
  const tokens = tokenKeeper((begun) => exchange(wire, begun), settings.attemptTimeoutMs);

  async function ask({ operation, input, options: callOptions }: Call): Promise<Answer> {
    const { name, method, path, idempotent, secret } = operation;
    const isRead = method === 'GET';
    const query = isRead ? queryText(input) : '';
    const url = `${settings.baseUrl}${path}${query && `?${query}`}`;
    const request = { operation: name, method, url, attempt: 0 };
    const copies = isRead && !secret ? settings.copies : undefined;
    let renewed = false;

    async function attempt(scope: Scope, limits: CallLimits): Promise<Answer> {
      const { access_token: authorization } = await orAborted(tokens.get(), scope.signal);
      const copy = copies && (await orAborted(usableCopy(copies, url), scope.signal));
      const hidden: HiddenParts = isRead
        ? { headers: { authorization, ...(copy && { 'if-none-match': copy.etag }) }, copy }
        : { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(input) };
      request.attempt += 1;
      try {
        const asked = { ...request };
        const success = await sendOnce(wire, scope, limits.attemptTimeoutMs, asked, hidden);
        const { text, data, headers, httpStatus } = success;
        const refuse = (what: string) => transportError(asked, 'malformed', `The answer ${what}.`);
        if (wire.shield.finds(text + [...headers])) throw refuse('repeats the credentials of the app');
        if (isRead && (data ?? null) === null) throw refuse('has no data');
        const etag = headers.get('etag');
        if (copies && etag && httpStatus === 200) {
          await orAborted(
            orNothing(() => copies.set(url, { etag, text })),
            scope.signal,
          );
        }
        // Some gateways leave `data` out when an action succeeds.
        return { ...success, data: data ?? {} };
      } catch (error) {
        // The gateway refused the token, so it did nothing: one new token, then its word is final.
        if (renewed || !(error instanceof GatewayError) || error.code !== TOKEN_REFUSED) throw error;
        renewed = true;
        tokens.forget(authorization);
        return attempt(scope, limits);
      }
    }
    return bounded(request, settings, callOptions, (scope, limits) =>
      repeat(name, limits, scope, idempotent, () => attempt(scope, limits)),
    );
  }

  const layers = settings.middleware ?? [];
  const send = layers.reduceRight<(call: Call) => Promise<Answer>>(
    (next, layer) => async (call) => layer(call, next),
    ask,
  );

  return {
    baseUrl: settings.baseUrl,
    fetch: options.fetch,
    accessToken: async (callOptions = {}) =>
      bounded({ operation: EXCHANGE, attempt: 0 }, settings, callOptions, ({ signal }) =>
        orAborted(tokens.get(), signal),
      ),
    send: (operation, input, callOptions = {}) => send({ operation, input, options: callOptions }),
  };
}
