import type { Call } from './call.ts';

/** One operation of the gateway as the front serves it. */
export interface GatewayRoute {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Exact path. */
  readonly path: string;
  /**
   * Answers a call whose path and method match and whose address is admitted.
   * @param queryText What follows the question mark, undecoded.
   * @throws {GatewayError} for every refusal, which is then answered.
   */
  answer(call: Call, queryText: string): void | Promise<void>;
}
