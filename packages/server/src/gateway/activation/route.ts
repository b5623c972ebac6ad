import { type DataOf, inputReader, vrSubmit } from '@openhouse/contract';
import { type ActivationDeps, activateTour } from '../../tours/activation/activate-tour.ts';
import { answerData } from '../http/answer.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { GatewayRoute } from '../http/gateway-route.ts';
import { ignoredLine, ignoredRemark } from '../http/ignored.ts';
import type { Admission } from '../tokens/admit-call.ts';

/** POST /open/saas/v2/vr/submit (SPEC 4.3). */
export function activationRoute(admission: Admission, deps: ActivationDeps): GatewayRoute {
  const { name, method, path } = vrSubmit;
  const readInput = inputReader(vrSubmit);
  return {
    name,
    method,
    path,
    async answer(call, queryText) {
      const body = await call.request.body();
      const { teamId } = await admission.activation(call);
      const { values, ignored } = readInput(queryText, call.request.headers, body.toString('latin1'));
      const { resource_code = '', action_num } = values;
      call.remarks = { action_num: Number(action_num), ...ignoredRemark(ignored) };
      call.notes = ignoredLine(ignored);
      if (!(await activateTour(deps, teamId, resource_code))) throw new GatewayError('err_resource_not_found');
      answerData(call, { msg: 'The tour is active.' } satisfies DataOf<typeof vrSubmit>);
    },
  };
}
