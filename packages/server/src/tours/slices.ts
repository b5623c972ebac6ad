/**
 * The position of each record of a list in a payload's JSON, with the values it is filtered and ordered by. Stored
 * beside the frame as JSON; integers are kept as digits, since ids exceed 2^53.
 */
export interface Slices {
  /** Byte offset of the first byte inside the array's brackets. */
  readonly start: number;
  /** Byte offset of the array's closing bracket. */
  readonly end: number;
  /** Byte offset of each record. */
  readonly offsets: readonly number[];
  /** Byte length of each record. */
  readonly lengths: readonly number[];
  /** Column → value of each record: digits for integers, null where the record has none. */
  readonly columns: Readonly<Record<string, readonly (string | null)[]>>;
}

export function encodeSlices(slices: Slices): Buffer {
  return Buffer.from(JSON.stringify(slices));
}

export function decodeSlices(bytes: Buffer): Slices {
  return JSON.parse(bytes.toString('utf8')) as Slices;
}
