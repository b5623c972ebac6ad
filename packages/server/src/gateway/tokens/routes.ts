import { accessToken } from '@openhouse/contract';
import { NO_SECRET_VERSION, openPortalToken } from '../../apps/portal-token.ts';
import { after } from '../http/after.ts';
import { answerData } from '../http/answer.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { GatewayRoute } from '../http/gateway-route.ts';
import { ignoredLine } from '../http/ignored.ts';
import { pairsOfJson } from '../http/json-body.ts';
import { hasMediaType } from '../http/media-type.ts';
import { fieldReader } from '../http/query.ts';
import type { Admission } from './admit-call.ts';
import { type ExchangeDeps, exchangeToken } from './exchange-token.ts';

/** About half of the public clients send JSON; the contract declares a form. */
const JSON_MEDIA_TYPE = 'application/json';

/** POST /auth/access_token (SPEC 4.1): a form, or the same names in JSON (decision 0110). */
export function exchangeRoute(admit: Admission, deps: ExchangeDeps): GatewayRoute {
  const { name, method, path } = accessToken;
  const readQuery = fieldReader(accessToken.query, { inBody: Object.keys(accessToken.body.schema.properties) });
  const readForm = fieldReader(accessToken.body.schema);
  return {
    name,
    method,
    path,
    answer: (call, queryText) =>
      after(call.request.body(), (body) => {
        const mediaType = call.request.headers['content-type'];
        const isJson = hasMediaType(mediaType, JSON_MEDIA_TYPE);
        if (!isJson && !hasMediaType(mediaType, accessToken.body.mediaType)) {
          throw new GatewayError(
            'err_unsupported_media_type',
            `Send app_key and app_secret as a form (Content-Type ${accessToken.body.mediaType}) or as JSON (${JSON_MEDIA_TYPE}).`,
          );
        }
        // Credentials in the address would end up in logs: the query takes no parameter.
        readQuery(queryText);
        const read = isJson ? readForm.ofPairs(pairsOfJson(body)) : readForm(body.toString('latin1'));
        const { app_key = '', app_secret = '' } = read.values;
        call.notes = ignoredLine(read.ignored);
        // Set before it is judged: a refused exchange is shown to the Team of the app.
        call.appKey = deps.appByKey(app_key)?.appKey;
        const { app, secretVersion, data } = exchangeToken(deps, { app_key, app_secret });
        const ofPortal = openPortalToken(call.request.headers.authorization, deps.accessTokenKeys) !== undefined;
        call.secretVersion = ofPortal ? NO_SECRET_VERSION : secretVersion;
        // The portal counts its people itself.
        if (ofPortal) return answerData(call, data);
        return after(admit.exchange(call, app), () => answerData(call, data));
      }),
  };
}
