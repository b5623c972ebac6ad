import { givenTraceId } from '../../kernel/http/traceparent.ts';
import type { LimitVerdict } from '../../kernel/limiter/limiter.ts';
import type { GatewayError } from './gateway-error.ts';
import type { GatewayRequest } from './gateway-request.ts';
import type { GatewayResponse } from './gateway-response.ts';
import { newRequestId, newTraceId } from './ids.ts';

/** One request on its way through the gateway, and what is known about it so far. */
export interface Call {
  readonly request: GatewayRequest;
  readonly response: GatewayResponse;
  readonly requestId: string;
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Milliseconds of a monotonic clock. */
  readonly startedAtMs: number;
  /** Name of the operation, once the path is matched. */
  operation: string;
  /** The caller's address, once it is known; empty before. */
  address: string;
  /** App key, once the app is known; also of a refused call that named the app. */
  appKey: string | undefined;
  /** Version of the app's secret that the token was exchanged for; 0 for a call of the portal (decision 0061). */
  secretVersion: number | undefined;
  /** What the caller sent and the answer does not depend on; for the log (decisions 0110 and 0008). */
  remarks: Readonly<Record<string, string | number | undefined>>;
  /** Header lines that list what was ignored, `Name: value\r\n` each; usually empty. */
  notes: string;
  /** Envelope status, once answered. */
  status: string;
  /** HTTP status, once answered. */
  httpStatus: number;
  /** Why the caller was refused. */
  refusal: GatewayError | undefined;
  /** Verdict of the limit on the caller's address, once it has been counted. */
  addressVerdict: LimitVerdict | undefined;
  /** Verdict of the limit on the app, once it has been counted. */
  appVerdict: LimitVerdict | undefined;
  /** The same of its Team's, where the plan has one. */
  teamVerdict: LimitVerdict | undefined;
  /** The same of exchanges. */
  exchangeVerdict: LimitVerdict | undefined;
}

const NO_REMARKS = {};

export function beginCall(request: GatewayRequest, response: GatewayResponse): Call {
  return {
    request,
    response,
    requestId: newRequestId(),
    traceId: givenTraceId(request.headers.traceparent) ?? newTraceId(),
    startedAtMs: performance.now(),
    operation: '',
    address: '',
    appKey: undefined,
    secretVersion: undefined,
    remarks: NO_REMARKS,
    notes: '',
    status: '',
    httpStatus: 0,
    refusal: undefined,
    addressVerdict: undefined,
    appVerdict: undefined,
    teamVerdict: undefined,
    exchangeVerdict: undefined,
  };
}

/** Whole milliseconds since the call began: the envelope's `cost`. */
export function costMsOf(call: Call): number {
  return Math.round(performance.now() - call.startedAtMs);
}
