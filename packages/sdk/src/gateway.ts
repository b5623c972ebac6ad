import { connect } from './connect.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { Gateway } from './generated/gateway.ts';
import { operations } from './generated/operations.ts';
import type { GatewayOptions } from './options.ts';

type AnyOperation = (connection: Connection, input: object, options?: CallOptions) => Promise<unknown>;

/**
 * A client of a gateway with a method for every operation. Sends nothing yet; the token comes with the first call.
 * @throws {TypeError} In a browser, or when an option is wrong.
 */
export function createGateway(options: GatewayOptions & { readonly ids: 'bigint-safe' }): Gateway<number | bigint>;
export function createGateway(options: GatewayOptions & { readonly ids?: 'number' | undefined }): Gateway;
export function createGateway(options: GatewayOptions): Gateway<number | bigint>;
export function createGateway(options: GatewayOptions): unknown {
  const connection = connect(options);
  const methods = operations.map((operation) => [
    operation.declaration.name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    (input: object, callOptions?: CallOptions) => (operation as AnyOperation)(connection, input, callOptions),
  ]);
  return { ...connection, ...Object.fromEntries(methods) };
}
