import type { LimitVerdict } from '../../kernel/limiter/limiter.ts';
import type { GatewayError } from './gateway-error.ts';
import type { GatewayRequest } from './gateway-request.ts';
import type { GatewayResponse } from './gateway-response.ts';
import { newRequestId, newTraceId } from './ids.ts';

/** One request on its way through the gateway, and what is known of it so far. */
export interface Call {
  readonly request: GatewayRequest;
  readonly response: GatewayResponse;
  readonly requestId: string;
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Milliseconds of a clock that never goes back. */
  readonly startedAtMs: number;
  /** Name of the operation, once the path is matched. */
  operation: string;
  /** The caller's address, once it is known; empty before. */
  address: string;
  /** App key, once the app is known; of a refused call too, where it named the app. */
  appKey: string | undefined;
  /** Version of the app's secret that the token was exchanged for; 0 for a call of the portal (decision 0061). */
  secretVersion: number | undefined;
  /** What the caller said of the call and the answer does not depend on; for the log (decisions 0110 and 0008). */
  remarks: Readonly<Record<string, string | number | undefined>>;
  /** Header lines that say what of the call was ignored, `Name: value\r\n` each; usually empty. */
  notes: string;
  /** Envelope status, once answered. */
  status: string;
  /** HTTP status, once answered. */
  httpStatus: number;
  /** What the caller was refused with. */
  refusal: GatewayError | undefined;
  /** What the limit of the caller's address said, once it has been counted. */
  addressVerdict: LimitVerdict | undefined;
  /** What the limit of the app said, once it has been counted. */
  appVerdict: LimitVerdict | undefined;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
const NO_TRACE = '0'.repeat(32);

/** @returns The trace id of a W3C `traceparent` header, or a new one. */
function traceIdOf(traceparent: string | string[] | undefined): string {
  const match = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  const given = match?.[1];
  return given === undefined || given === NO_TRACE ? newTraceId() : given;
}

const NO_REMARKS = {};

export function beginCall(request: GatewayRequest, response: GatewayResponse): Call {
  return {
    request,
    response,
    requestId: newRequestId(),
    traceId: traceIdOf(request.headers.traceparent),
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
  };
}

/** Whole milliseconds since the call began: the envelope's `cost`. */
export function costMsOf(call: Call): number {
  return Math.round(performance.now() - call.startedAtMs);
}
