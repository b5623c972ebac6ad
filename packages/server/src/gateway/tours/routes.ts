import { fieldReader, vrList } from '@openhouse/contract';
import { answerData } from '../http/answer.ts';
import type { GatewayRoute } from '../http/gateway-route.ts';
import { ignoredLine, ignoredRemark } from '../http/ignored.ts';
import type { Admission } from '../tokens/admit-call.ts';
import { listTours, type TourListDeps } from './list-tours.ts';

/** GET /open/v1/entity/vr/list (decision 0112). */
export function tourListRoute(admission: Admission, deps: TourListDeps): GatewayRoute {
  const { name, method, path } = vrList;
  const readQuery = fieldReader(vrList.query);
  return {
    name,
    method,
    path,
    async answer(call, queryText) {
      const app = await admission.app(call);
      const { values, ignored } = readQuery(queryText);
      call.notes = ignoredLine(ignored);
      call.remarks = ignoredRemark(ignored);
      answerData(call, await listTours(deps, app, values));
    },
  };
}
