import { type Connection, type PoolClient, Query, type QueryConfig, type QueryResult, type ResultBuilder } from 'pg';
import { serialize } from 'pg-protocol';

/** Values that the driver can always serialise. With others it may fail before it sends the statement. */
type Value = string | number | boolean | null | undefined | readonly Value[];

/** A statement with its values. */
export interface Statement extends QueryConfig {
  readonly values: Value[];
  /**
   * The bytes of one more parameter behind `values`, a `bytea`, in pieces. They are written to the connection without a
   * copy, so they must not change until the answer has arrived.
   */
  readonly bytes?: readonly Uint8Array[];
}

/** Sends a statement at once, without waiting for the answers to earlier ones. */
export function send(connection: PoolClient, { bytes, ...config }: Statement): Promise<QueryResult> {
  if (bytes === undefined) return connection.query(config);
  return new Promise((resolve, reject) => {
    const answer = (error: Error | undefined, result: ResultBuilder) => (error ? reject(error) : resolve(result));
    // Without a name and other values it would be sent as a simple query, which has no parameters.
    const extended = { ...config, queryMode: 'extended' };
    const query = new Query(extended, answer);
    const submit = query.submit.bind(query);
    query.submit = (inner) => submit(withBytes(inner, bytes));
    connection.query(query);
  });
}

type Bind = NonNullable<Parameters<typeof serialize.bind>[0]>;

const NO_BYTES = Buffer.alloc(0);
/** A message begins with a byte for its type and an int32 for its length, which counts itself. */
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
/**
 * A Bind message ends with its last value, an int32 for the length before it, and the formats of the answer: two int16.
 */
const FORMATS_BYTES = 4;

/**
 * The connection with its own Bind message: the driver would copy the bytes, which costs more than all else that it
 * does for an import (decision 0076).
 */
function withBytes(connection: Connection, bytes: readonly Uint8Array[]): Connection {
  const bind = (config: Bind) => {
    const size = bytes.reduce((sum, piece) => sum + piece.length, 0);
    const message = serialize.bind({ ...config, values: [...(config.values ?? []), NO_BYTES] });
    const end = message.length - FORMATS_BYTES;
    message.writeInt32BE(message.length - TYPE_BYTES + size, TYPE_BYTES);
    message.writeInt32BE(size, end - LENGTH_BYTES);
    connection.stream.write(message.subarray(0, end));
    for (const piece of bytes) connection.stream.write(piece);
    connection.stream.write(message.subarray(end));
  };
  return Object.create(connection, { bind: { value: bind } });
}
