import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A payload ready to be served: the exact JSON bytes as raw deflate blocks that end on a byte boundary and without a
 * final block, so that a response can be spliced around them (decision 0011).
 */
export interface Frame {
  /** Length of the JSON in bytes. */
  readonly rawLength: number;
  /** CRC-32 of the JSON. */
  readonly crc: number;
  /** Raw deflate blocks of the JSON, none of them final. */
  readonly body: Buffer;
}

/** Deflate level of payloads that are stored once and read often. */
const STORED_LEVEL = 9;
/** Deflate level of payloads composed while a caller waits. */
export const COMPOSED_LEVEL = 4;

/** Z_SYNC_FLUSH closes the last block on a byte boundary with an empty stored block and sets no final bit. */
const BLOCKS = { memLevel: 9, finishFlush: constants.Z_SYNC_FLUSH } as const;

/** @param json The bytes to serve, verbatim. */
export function frameOf(json: Buffer, level: number = STORED_LEVEL): Frame {
  return { rawLength: json.length, crc: crc32(json), body: deflateRawSync(json, { ...BLOCKS, level }) };
}

const deflateElsewhere = promisify(deflateRaw);

/** The same frame, deflated off the event loop. */
export async function frameOfStored(json: Buffer): Promise<Frame> {
  const body = await deflateElsewhere(json, { ...BLOCKS, level: STORED_LEVEL });
  return { rawLength: json.length, crc: crc32(json), body };
}

/** @returns The JSON of a frame. The stored length bounds the work, whatever the blocks claim. */
export function jsonOf(frame: Frame): Buffer {
  const json = inflateRawSync(frame.body, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: frame.rawLength });
  if (json.length !== frame.rawLength) throw new Error('frame is shorter than its stored length');
  return json;
}
