import type { DataOf, accessToken as endpoint } from '@openhouse/contract';
import { sealAccessToken } from '../../apps/access-token.ts';
import { APP_KEY_PREFIX, APP_SECRET_PREFIX } from '../../apps/app-secret.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { type AppStanding, appRefusal } from './app-standing.ts';
import { matchingVersion } from './rules.ts';

/** Dependencies of an exchange; none of them is a database. */
export interface ExchangeDeps {
  readonly appByKey: (appKey: string) => AppStanding | undefined;
  readonly accessTokenKeys: KeyRing;
  readonly appSecretPeppers: KeyRing;
  readonly lifetimeS: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/**
 * Exchanges app key and secret for an access token (SPEC 4.1). Nothing is written.
 * @throws {GatewayError} err_app_credentials_invalid for an unknown key and a wrong secret alike;
 * err_app_disabled and err_app_expired only after the right secret.
 */
export function exchangeToken(
  deps: ExchangeDeps,
  credentials: { readonly app_key: string; readonly app_secret: string },
): { app: AppStanding; secretVersion: number; data: DataOf<typeof endpoint> } {
  const nowMs = deps.nowMs();
  const app = deps.appByKey(credentials.app_key);
  const version = matchingVersion(app, credentials.app_key, credentials.app_secret, deps.appSecretPeppers, nowMs);
  if (app === undefined || version === undefined) {
    throw new GatewayError('err_app_credentials_invalid', slipIn(credentials));
  }
  const refusal = appRefusal(app, nowMs);
  if (refusal !== undefined) throw new GatewayError(refusal);
  const expireAtS = Math.floor(nowMs / 1000) + deps.lifetimeS;
  const token = sealAccessToken({ appId: app.appId, secretVersion: version, expireAtS }, deps.accessTokenKeys);
  return { app, secretVersion: version, data: { access_token: token, expire_at: expireAtS } };
}

/**
 * An obvious mistake in refused credentials, recognised by their form alone: it does not reveal whether the app exists.
 * @returns undefined where there is none: the usual message is enough then.
 */
function slipIn({
  app_key,
  app_secret,
}: {
  readonly app_key: string;
  readonly app_secret: string;
}): string | undefined {
  if (app_key.trimStart().startsWith(APP_SECRET_PREFIX) || app_secret.trimStart().startsWith(APP_KEY_PREFIX)) {
    return `App key and app secret look swapped: a key begins with ${APP_KEY_PREFIX}, a secret with ${APP_SECRET_PREFIX}. Send each under its own name.`;
  }
  const spaced = [/\s/.test(app_key) ? 'app key' : '', /\s/.test(app_secret) ? 'app secret' : ''].filter(Boolean);
  if (spaced.length > 0) {
    return `There is white space in the ${spaced.join(' and the ')}, such as a line end copied with it. Send it without.`;
  }
  return undefined;
}
