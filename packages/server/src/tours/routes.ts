import { type ReadEndpoint, readEndpoints, vrSubmit } from '@openhouse/contract';
import { gzipJudge } from '../http/accept-encoding.ts';
import { after } from '../http/after.ts';
import { answerData, answerPayload } from '../http/answer.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { GatewayRoute } from '../http/gateway-route.ts';
import { jsonBodyReader } from '../http/json-body.ts';
import { hasMediaType } from '../http/media-type.ts';
import { fieldReader, remembering } from '../http/query.ts';
import type { Admission } from '../tokens/admit-call.ts';
import { type ActivationDeps, activateTour } from './activate-tour.ts';
import { planRead, type ReadDeps, readTour, type StoredRead } from './read-tour.ts';

type StoredReadEndpoint = Extract<ReadEndpoint, { name: StoredRead }>;

const isStored = (endpoint: ReadEndpoint): endpoint is StoredReadEndpoint => endpoint.name !== 'file-private-presign';

/** Every read of SPEC 4.2 whose data is stored: one path for all of them. */
export function readRoutes(admission: Admission, deps: ReadDeps): GatewayRoute[] {
  const wantsGzip = gzipJudge();
  return readEndpoints.filter(isStored).map(({ name, method, path, query: schema }) => {
    const readQuery = fieldReader(schema);
    const takesRemarks = 'source' in schema.properties || 'params_code' in schema.properties;
    const readPlan = remembering((queryText) => {
      const query = readQuery(queryText);
      const remarks = takesRemarks ? { source: query.source, params_code: query.params_code } : undefined;
      return { remarks, read: planRead(name, query) };
    });
    return {
      name,
      method,
      path,
      answer: (call, queryText) =>
        after(admission.app(call), ({ teamId }) => {
          const { remarks, read } = readPlan(queryText);
          if (remarks !== undefined) call.remarks = remarks;
          return after(readTour(deps, teamId, read), (payload) => {
            if (read.tour !== undefined) deps.onRead?.(teamId, read.tour);
            return answerPayload(call, payload, wantsGzip(call.request.headers['accept-encoding']));
          });
        }),
    };
  });
}

/** POST /open/saas/v2/vr/submit (SPEC 4.3). */
export function activationRoute(admission: Admission, deps: ActivationDeps): GatewayRoute {
  const { name, method, path, body: declared } = vrSubmit;
  const readQuery = fieldReader(vrSubmit.query);
  const readJson = jsonBodyReader(declared.schema);
  return {
    name,
    method,
    path,
    async answer(call, queryText) {
      const body = await call.request.body();
      const { teamId } = await admission.app(call);
      if (!hasMediaType(call.request.headers['content-type'], declared.mediaType)) {
        throw new GatewayError('err_unsupported_media_type', `Send JSON: Content-Type ${declared.mediaType}.`);
      }
      readQuery(queryText);
      const { resource_code, action_num } = readJson(body);
      call.remarks = { action_num };
      answerData(call, await activateTour(deps, teamId, resource_code));
    },
  };
}
