import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayError } from './gateway-error.ts';

/** A request of the gateway as it was sent, whether our own reader (decision 0071) or node:http parsed it. */
export interface GatewayRequest {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly target: string;
  /** By their names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Of the connection; undefined when that is closed. */
  readonly remoteAddress: string | undefined;
  /** Why two readers could understand this request differently; undefined when they could not. */
  readonly ambiguity: GatewayError | undefined;
  /**
   * The whole body, synchronously when it has arrived.
   * @throws {GatewayError} err_payload_too_large, err_request_malformed
   */
  body(): Buffer | Promise<Buffer>;
}
