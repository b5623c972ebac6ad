import { fieldReader, type ReadEndpoint, readEndpoints } from '@openhouse/contract';
import { gzipJudge } from '../../kernel/http/accept-encoding.ts';
import { dataSources } from '../../tours/operations.ts';
import { after } from '../http/after.ts';
import { answerPayload } from '../http/answer.ts';
import type { GatewayRoute } from '../http/gateway-route.ts';
import { ignoredLine, ignoredRemark } from '../http/ignored.ts';
import { remembering } from '../http/remembering.ts';
import type { Admission } from '../tokens/admit-call.ts';
import { type PlannedRead, planRead, type ReadDeps, readTour, type StoredRead } from './read-tour.ts';

type StoredReadEndpoint = Extract<ReadEndpoint, { name: StoredRead | 'vr-detail' }>;

const isStored = (endpoint: ReadEndpoint): endpoint is StoredReadEndpoint =>
  ['tour', 'record', 'same'].includes(dataSources[endpoint.name].kind);

/** The plan of a read, whichever of the paths to its payload was called. */
function planOf(name: StoredReadEndpoint['name'], query: Readonly<Record<string, string>>): PlannedRead {
  if (name !== 'vr-detail') return planRead(name, query);
  return planRead(dataSources[name].as, { resource_code: query.vr_code ?? '' });
}

/** Every read whose data is stored: one path for all of them. */
export function readRoutes(admission: Admission, deps: ReadDeps): GatewayRoute[] {
  const wantsGzip = gzipJudge();
  return readEndpoints.filter(isStored).map(({ name, method, path, query: schema }) => {
    const readQuery = fieldReader(schema);
    const takesRemarks = 'source' in schema.properties || 'params_code' in schema.properties;
    const readPlan = remembering((queryText) => {
      const { values: query, ignored } = readQuery(queryText);
      const said = takesRemarks ? { source: query.source, params_code: query.params_code } : undefined;
      const remarks = ignored.length === 0 ? said : { ...said, ...ignoredRemark(ignored) };
      return { remarks, notes: ignoredLine(ignored), read: planOf(name, query) };
    });
    return {
      name,
      method,
      path,
      answer: (call, queryText) =>
        after(admission.app(call), ({ teamId }) => {
          const { remarks, notes, read } = readPlan(queryText);
          call.notes = notes;
          if (remarks !== undefined) call.remarks = remarks;
          return after(readTour(deps, teamId, read), (payload) => {
            if (read.tour !== undefined) deps.onRead?.(teamId, read.tour);
            return answerPayload(call, payload, wantsGzip(call.request.headers['accept-encoding']));
          });
        }),
    };
  });
}
