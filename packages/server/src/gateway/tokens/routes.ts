import { accessToken, inputReader } from '@openhouse/contract';
import { NO_SECRET_VERSION, openPortalToken } from '../../apps/portal-token.ts';
import { after } from '../http/after.ts';
import { answerData } from '../http/answer.ts';
import type { GatewayRoute } from '../http/gateway-route.ts';
import { ignoredLine } from '../http/ignored.ts';
import type { Admission } from './admit-call.ts';
import { type ExchangeDeps, exchangeToken } from './exchange-token.ts';

/** POST /auth/access_token (SPEC 4.1): a form, or the same names in JSON (decision 0110). */
export function exchangeRoute(admit: Admission, deps: ExchangeDeps): GatewayRoute {
  const { name, method, path } = accessToken;
  const readInput = inputReader(accessToken);
  return {
    name,
    method,
    path,
    answer: (call, queryText) =>
      after(call.request.body(), (body) => {
        const read = readInput(queryText, call.request.headers, body.toString('latin1'));
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
