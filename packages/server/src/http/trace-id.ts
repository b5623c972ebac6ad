import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
/** Random bytes are drawn for many ids at once: a draw costs the same for one as for all of these. */
const pool = Buffer.alloc(ID_BYTES * 256);
let used = pool.length;

/** @returns 32 random hexadecimal digits: the trace id of a call that brings none (W3C trace context). */
export function newTraceId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString('hex', used - ID_BYTES, used);
}
