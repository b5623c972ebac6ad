import { type DataOf, vrSubmit } from '@openhouse/contract';
import { type ActivationDeps, activateTour } from '../../tours/activation/activate-tour.ts';
import { answerData } from '../http/answer.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { GatewayRoute } from '../http/gateway-route.ts';
import { ignoredLine, ignoredRemark } from '../http/ignored.ts';
import { jsonBodyReader } from '../http/json-body.ts';
import { hasMediaType } from '../http/media-type.ts';
import { fieldReader } from '../http/query.ts';
import type { Admission } from '../tokens/admit-call.ts';

/** POST /open/saas/v2/vr/submit (SPEC 4.3). */
export function activationRoute(admission: Admission, deps: ActivationDeps): GatewayRoute {
  const { name, method, path, body: declared } = vrSubmit;
  const readQuery = fieldReader(vrSubmit.query, { inBody: Object.keys(declared.schema.properties) });
  const readJson = jsonBodyReader(declared.schema, fieldReader(declared.schema));
  return {
    name,
    method,
    path,
    async answer(call, queryText) {
      const body = await call.request.body();
      const { teamId } = await admission.activation(call);
      if (!hasMediaType(call.request.headers['content-type'], declared.mediaType)) {
        throw new GatewayError('err_unsupported_media_type', `Send JSON: Content-Type ${declared.mediaType}.`);
      }
      const { ignored } = readQuery(queryText);
      const { resource_code, action_num } = readJson(body);
      call.remarks = { action_num, ...ignoredRemark(ignored) };
      call.notes = ignoredLine(ignored);
      if (!(await activateTour(deps, teamId, resource_code))) throw new GatewayError('err_resource_not_found');
      answerData(call, { msg: 'The tour is active.' } satisfies DataOf<typeof vrSubmit>);
    },
  };
}
