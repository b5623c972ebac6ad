import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayError } from './gateway-error.ts';

/** A request of the gateway as it was sent, whoever read it off the connection: we (decision 0071) or node:http. */
export interface GatewayRequest {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly target: string;
  /** By their names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Of the connection; undefined when that is gone. */
  readonly remoteAddress: string | undefined;
  /** Why two readers could understand this request differently; undefined when they could not. */
  readonly ambiguity: GatewayError | undefined;
  /**
   * The whole body, at once when it has arrived.
   * @throws {GatewayError} err_payload_too_large, err_request_malformed
   */
  body(): Buffer | Promise<Buffer>;
}
