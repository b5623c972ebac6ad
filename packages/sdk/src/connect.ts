import { transportError } from './answers.ts';
import type { Answer, CallOptions, Connection, OperationDeclaration } from './connection.ts';
import { GatewayError } from './errors.ts';
import { exchange } from './exchange.ts';
import { queryText } from './operation.ts';
import { type GatewayOptions, limitsOf, settingsOf } from './options.ts';
import { repeat } from './repeat.ts';
import { openScope, orAborted } from './scope.ts';
import { sendOnce, type Wire } from './send-once.ts';
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
export function connect(options: GatewayOptions): Connection<number>;
export function connect(options: GatewayOptions): Connection {
  const settings = settingsOf(options);
  const wire: Wire = { settings, shield: secretShield() };
  const tokens = tokenKeeper(() => exchange(wire));

  /** Runs work inside the bounds of a call. */
  async function within<T>(
    operation: string,
    { signal, ...given }: CallOptions,
    work: (
      scope: ReturnType<typeof openScope>,
      limits: ReturnType<typeof limitsOf>,
      failed: (error: unknown) => void,
    ) => Promise<T>,
  ): Promise<T> {
    const limits = limitsOf(given, settings);
    let last: unknown;
    const scope = openScope(
      limits.totalTimeoutMs,
      signal,
      // Why the attempts failed says more than that time is over.
      () =>
        last ??
        transportError({ operation, attempt: 1 }, 'timeout', `no answer came within ${limits.totalTimeoutMs} ms.`),
    );
    try {
      return await work(scope, limits, (error) => {
        last = error;
      });
    } finally {
      scope.close();
    }
  }

  function send(declaration: OperationDeclaration, input: object, callOptions: CallOptions = {}): Promise<Answer> {
    const { name, method, path, idempotent } = declaration;
    const query = method === 'GET' ? queryText(input) : '';
    const url = `${settings.baseUrl}${path}${query === '' ? '' : `?${query}`}`;
    const request = { operation: name, method, url, ...(method === 'GET' ? {} : { body: JSON.stringify(input) }) };
    return within(name, callOptions, (scope, { attemptTimeoutMs, ...limits }, failed) => {
      let renewed = false;
      let sent = 0;
      const attempt = async (): Promise<Answer> => {
        const { access_token } = await orAborted(tokens.get(), scope.signal);
        const headers = {
          authorization: access_token,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        };
        sent += 1;
        try {
          const { text, data } = await sendOnce(wire, scope, attemptTimeoutMs, { ...request, headers, attempt: sent });
          if (method === 'GET' ? data === undefined : false) {
            throw transportError({ operation: name, attempt: sent }, 'malformed', 'the envelope has no data.');
          }
          if (wire.shield.finds(text)) {
            throw transportError(
              { operation: name, attempt: sent },
              'malformed',
              'the answer repeats the credentials of the app.',
            );
          }
          // Some gateways leave `data` out when an action succeeds.
          return { text, data: data ?? {} };
        } catch (error) {
          failed(error);
          // The gateway refused the token, so it did nothing: one new token, then its word is final.
          if (renewed || !(error instanceof GatewayError) || error.code !== TOKEN_REFUSED) throw error;
          renewed = true;
          tokens.forget(access_token);
          return attempt();
        }
      };
      return repeat(name, { attemptTimeoutMs, ...limits }, scope, idempotent, attempt);
    });
  }

  return {
    baseUrl: settings.baseUrl,
    accessToken: (callOptions = {}) =>
      within('access-token', callOptions, (scope) => orAborted(tokens.get(), scope.signal)),
    send: async (...call) => send(...call),
  };
}
