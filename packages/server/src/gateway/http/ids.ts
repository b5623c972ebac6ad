import { randomFillSync } from 'node:crypto';

/** Ids per batch of random bytes: one call to the generator costs the same for one id as for all of these. */
const BATCH = 256;
const ID_BYTES = 16;
const TRACE_LENGTH = 2 * ID_BYTES;
const random = Buffer.allocUnsafeSlow(ID_BYTES * BATCH);

const traces = Buffer.allocUnsafeSlow(TRACE_LENGTH * BATCH);
let nextTrace = BATCH;

/** A UUID of version 4 and the variant of RFC 9562, with zeroes where it is random. */
const UUID_FORM = '00000000-0000-4000-8000-000000000000';
const uuids = Buffer.from(UUID_FORM.repeat(BATCH), 'latin1');
let nextUuid = BATCH;
/** For each byte of an id: the position of its two digits in a UUID. */
const byteAt = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const DIGITS = Buffer.from('0123456789abcdef', 'latin1');

function drawUuids(): void {
  randomFillSync(random);
  let drawn = 0;
  for (let from = 0; from < uuids.length; from += UUID_FORM.length) {
    for (let index = 0; index < ID_BYTES; index += 1, drawn += 1) {
      let byte = random[drawn] ?? 0;
      if (index === 6) byte = (byte & 0x0f) | 0x40;
      else if (index === 8) byte = (byte & 0x3f) | 0x80;
      const place = from + (byteAt[index] ?? 0);
      uuids[place] = DIGITS[byte >>> 4] ?? 0;
      uuids[place + 1] = DIGITS[byte & 0x0f] ?? 0;
    }
  }
  nextUuid = 0;
}

function drawTraces(): void {
  randomFillSync(random);
  traces.write(random.toString('hex'), 'latin1');
  nextTrace = 0;
}

/**
 * A random UUID, version 4: the `request_id` of a call. Node's own is concatenated from twenty pieces, and every use of
 * the text pays for that.
 */
export function newRequestId(): string {
  if (nextUuid === BATCH) drawUuids();
  nextUuid += 1;
  return uuids.toString('latin1', UUID_FORM.length * (nextUuid - 1), UUID_FORM.length * nextUuid);
}

/** @returns 32 random hexadecimal digits: the trace id of a call that brings none (W3C trace context). */
export function newTraceId(): string {
  if (nextTrace === BATCH) drawTraces();
  nextTrace += 1;
  return traces.toString('latin1', TRACE_LENGTH * (nextTrace - 1), TRACE_LENGTH * nextTrace);
}
