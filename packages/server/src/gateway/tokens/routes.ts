import { accessToken } from '@openhouse/contract';
import { NO_SECRET_VERSION, openPortalToken } from '../../apps/portal-token.ts';
import { after } from '../http/after.ts';
import { answerData } from '../http/answer.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { GatewayRoute } from '../http/gateway-route.ts';
import { hasMediaType } from '../http/media-type.ts';
import { fieldReader } from '../http/query.ts';
import { type ExchangeDeps, exchangeToken } from './exchange-token.ts';

/** POST /auth/access_token (SPEC 4.1). */
export function exchangeRoute(deps: ExchangeDeps): GatewayRoute {
  const { name, method, path } = accessToken;
  const readQuery = fieldReader(accessToken.query);
  const readForm = fieldReader(accessToken.body.schema);
  return {
    name,
    method,
    path,
    answer: (call, queryText) =>
      after(call.request.body(), (body) => {
        if (!hasMediaType(call.request.headers['content-type'], accessToken.body.mediaType)) {
          throw new GatewayError(
            'err_unsupported_media_type',
            `Send app_key and app_secret as a form: Content-Type ${accessToken.body.mediaType}, not JSON.`,
          );
        }
        // Credentials in the address would end up in logs: the query takes nothing.
        readQuery(queryText);
        const { app_key = '', app_secret = '' } = readForm(body.toString('latin1'));
        // Named before it is judged: a refused exchange is shown to the Team of the app.
        call.appKey = deps.appByKey(app_key)?.appKey;
        const { secretVersion, data } = exchangeToken(deps, { app_key, app_secret });
        const ofPortal = openPortalToken(call.request.headers.authorization, deps.accessTokenKeys) !== undefined;
        call.secretVersion = ofPortal ? NO_SECRET_VERSION : secretVersion;
        answerData(call, data);
      }),
  };
}
