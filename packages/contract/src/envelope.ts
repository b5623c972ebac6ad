import Type, { type TSchema } from 'typebox';
import { type GatewayFailureStatus, gatewayFailures } from './errors.ts';

/** Response header that names the parameters of a call that were ignored (decision 0110). */
export const IGNORED_PARAMETERS_HEADER = 'X-Ignored-Parameters';

const ids = {
  request_id: Type.String({
    description: 'Unique per request; also in the X-Request-Id header. Quote it when you ask for help.',
  }),
  trace_id: Type.String({
    description: "32 hexadecimal digits: the trace id of the request's traceparent header, or a new one.",
  }),
  business_code: Type.String({ description: "'0' or empty on success, empty on failure." }),
  osi_request_id: Type.String({ description: 'Request id of a system behind the gateway; may be empty.' }),
};

const cost = Type.Integer({ minimum: 0, description: 'Time spent on the request, in whole milliseconds.' });

/** The success envelope of SPEC 2.4 around a payload. */
export function successEnvelope<Data extends TSchema>(data: Data) {
  return Type.Object({
    ...ids,
    code: Type.Literal(0, { description: '0 on success.' }),
    status: Type.Literal('success'),
    cost,
    data,
  });
}

/** The failure envelope of SPEC 2.4 and 7.2. `message` is an addition of Openhouse (decision 0003). */
export function failureEnvelope(statuses: readonly GatewayFailureStatus[]) {
  return Type.Object({
    ...ids,
    code: Type.Enum([...new Set(statuses.map((status) => gatewayFailures[status].code))]),
    status: Type.Enum([...statuses]),
    cost,
    message: Type.String({ description: 'What is wrong and how to fix it, for people. Rely on status instead.' }),
    data: Type.Null(),
  });
}
