import type { IncomingHttpHeaders } from 'node:http';
import type { OperationName } from '@openhouse/contract';

/**
 * We need: one operation of the gateway, called for one app over HTTP, as an integrator's back end would. So pages show
 * exactly what integrators get: limits, failures and all. The caller of this port has checked that the person may use
 * the app.
 */
export interface GatewayClient {
  /**
   * Performs a call and returns the gateway's answer, refusals too: a disabled app is `err_app_disabled`.
   * @throws {PortalError} GATEWAY_UNAVAILABLE, with Retry-After, when no complete answer came within the limits of time
   *   and size.
   */
  call(asked: GatewayCall): Promise<GatewayAnswer>;
  /** Closes kept-alive connections. */
  close(): void;
}

/** Whom a call is made for: an app of the Team, or the Team itself, for reads. Ids in digits. */
export type GatewayCaller = { readonly appId: string } | { readonly teamId: string };

export type GatewayCall = GatewayCaller & AskedCall;

interface AskedCall {
  readonly operation: OperationName;
  /** Query parameters of a read, fields of the body of a POST, as text; numbers of a JSON body are written as numbers. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Aborts the call; it then counts as unavailable. */
  readonly signal?: AbortSignal;
  /**
   * `gzip` passes the gateway's compressed bytes on unchanged; see `content-encoding` of the answer. Default: identity.
   */
  readonly encoding?: 'identity' | 'gzip';
}

export interface GatewayAnswer {
  readonly httpStatus: number;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The bytes as received, not decoded. */
  readonly body: Buffer;
  /** The gateway's request id. */
  readonly requestId: string;
  /** Whole milliseconds from the start of the call to the last byte. */
  readonly roundTripMs: number;
}
