import type { Answer, CallOptions, Connection, Operation } from './connection.ts';
import type { AnyId } from './ids.ts';
import { declarationOf } from './operation.ts';

/**
 * An operation with all of its answer: `withResponse(gateway, vrInfo, { resource_code })` resolves with `data`, HTTP status,
 * headers, ids and the envelope byte for byte.
 * @throws {GatewayError | TransportError} As the operation itself.
 */
export async function withResponse<Id extends AnyId, Input extends object, Data>(
  connection: Connection<Id>,
  operation: Operation & ((connection: Connection<Id>, input: Input, options?: CallOptions) => Promise<Data>),
  input: Input,
  options?: CallOptions,
): Promise<Answer<Data>> {
  return (await connection.send(declarationOf(operation), input, options)) as Answer<Data>;
}
