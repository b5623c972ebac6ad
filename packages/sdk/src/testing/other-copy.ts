import type { Connection } from '../connection.ts';
import { GatewayError, TransportError } from '../errors.ts';

/** A connection whose errors are those of another copy of the package, as where one is required and one imported. */
export async function ofOtherCopy(connection: Connection): Promise<Connection> {
  const file = '../errors.ts?other-copy';
  const other = (await import(file)) as typeof import('../errors.ts');
  return {
    ...connection,
    send: (...call) =>
      connection.send(...call).catch((error: unknown) => {
        if (error instanceof GatewayError) throw new other.GatewayError(error);
        throw error instanceof TransportError ? new other.TransportError(error, '') : error;
      }),
  };
}
