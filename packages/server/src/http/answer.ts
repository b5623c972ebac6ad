import { crc32 } from 'node:zlib';
import { type GatewayFailureStatus, gatewayFailures } from '@openhouse/contract';
import { type Call, costMsOf } from './call.ts';
import { combineCrc, crcShift } from './crc-combination.ts';
import type { GatewayError } from './gateway-error.ts';

/** A payload as the envelope's `data`, in the two forms a client may ask for. */
export interface Payload {
  /** Length of the JSON in bytes. */
  readonly rawLength: number;
  /** CRC-32 of the JSON. */
  readonly crc: number;
  /** `crcShift` of the length, kept so that a response costs no loop over it. */
  readonly shift: number;
  /** Raw deflate blocks of the JSON: byte-aligned, none final. */
  readonly deflated: Buffer;
  /** The JSON itself, inflated when first asked for. */
  json(): Buffer;
}

export function payloadOf(parts: Pick<Payload, 'rawLength' | 'crc' | 'deflated' | 'json'>): Payload {
  return { ...parts, shift: crcShift(parts.rawLength) };
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Header of a stored deflate block: 1 byte of flags, length, its complement. */
const STORED_HEADER_BYTES = 5;
const TAIL = Buffer.from('}');
const COMMON_HEADERS = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
];

/** Opening of the success envelope, up to the payload. Every value in it is plain ASCII without quotes. */
function openingOf(call: Call): string {
  return `{"request_id":"${call.requestId}","trace_id":"${call.traceId}","business_code":"0","osi_request_id":"","code":0,"status":"success","cost":${costMsOf(call)},"data":`;
}

/** Answers with the success envelope around a payload, spliced: the payload's bytes are neither parsed nor copied. */
export function answerPayload(call: Call, payload: Payload, gzip: boolean): void {
  call.status = 'success';
  if (gzip) answerGzip(call, payload);
  else answerIdentity(call, payload);
}

function answerIdentity(call: Call, payload: Payload): void {
  const opening = openingOf(call);
  const { response } = call;
  const json = payload.json();
  response.writeHead(200, headersOf(call, opening.length + json.length + TAIL.length, ['Vary', 'Accept-Encoding']));
  response.cork();
  response.write(opening, 'latin1');
  response.write(json);
  response.end(TAIL);
  response.uncork();
}

/**
 * A gzip member of three parts: the opening as a stored block, the payload's own deflate blocks, the closing brace as
 * the final stored block. The checksum of the whole is combined from the parts' (decision 0011).
 */
function answerGzip(call: Call, payload: Payload): void {
  const opening = openingOf(call);
  const head = Buffer.allocUnsafe(GZIP_HEADER.length + STORED_HEADER_BYTES + opening.length);
  GZIP_HEADER.copy(head);
  writeStoredHeader(head, GZIP_HEADER.length, opening.length, false);
  head.write(opening, GZIP_HEADER.length + STORED_HEADER_BYTES, 'latin1');
  const openingCrc = crc32(head.subarray(GZIP_HEADER.length + STORED_HEADER_BYTES));
  const crc = crc32(TAIL, combineCrc(openingCrc, payload.crc, payload.shift));

  const tail = Buffer.allocUnsafe(STORED_HEADER_BYTES + TAIL.length + 8);
  writeStoredHeader(tail, 0, TAIL.length, true);
  TAIL.copy(tail, STORED_HEADER_BYTES);
  tail.writeUInt32LE(crc, STORED_HEADER_BYTES + TAIL.length);
  tail.writeUInt32LE((opening.length + payload.rawLength + TAIL.length) >>> 0, STORED_HEADER_BYTES + TAIL.length + 4);

  const { response } = call;
  const length = head.length + payload.deflated.length + tail.length;
  response.writeHead(200, headersOf(call, length, ['Content-Encoding', 'gzip', 'Vary', 'Accept-Encoding']));
  response.cork();
  response.write(head);
  response.write(payload.deflated);
  response.end(tail);
  response.uncork();
}

function writeStoredHeader(target: Buffer, at: number, length: number, final: boolean): void {
  target[at] = final ? 1 : 0;
  target.writeUInt16LE(length, at + 1);
  target.writeUInt16LE(~length & 0xffff, at + 3);
}

/** Answers with the success envelope around a small payload that was made for this call. */
export function answerData(call: Call, data: object): void {
  call.status = 'success';
  const body = `${openingOf(call)}${JSON.stringify(data)}}`;
  call.response.writeHead(200, headersOf(call, Buffer.byteLength(body), []));
  call.response.end(body);
}

/** Answers with the failure envelope. */
export function answerFailure(call: Call, error: GatewayError): void {
  call.status = error.status;
  call.refusal = error;
  const body = failureBody(call, error.status, error.message);
  const extra = Object.entries(error.headers).flat();
  const { httpStatus } = gatewayFailures[error.status];
  // RFC 9110, 15.5.2: a 401 names a scheme. Ours is the raw token, so no browser asks for a password.
  if (httpStatus === 401) extra.push('WWW-Authenticate', 'AccessToken realm="openhouse"');
  call.response.writeHead(httpStatus, headersOf(call, Buffer.byteLength(body), extra));
  call.response.end(body);
}

/** The failure envelope as text. */
export function failureBody(
  call: Pick<Call, 'requestId' | 'traceId' | 'startedAtMs'>,
  status: GatewayFailureStatus,
  message: string,
): string {
  return JSON.stringify({
    request_id: call.requestId,
    trace_id: call.traceId,
    business_code: '',
    osi_request_id: '',
    code: gatewayFailures[status].code,
    status,
    cost: Math.round(performance.now() - call.startedAtMs),
    message,
    data: null,
  });
}

function headersOf(call: Call, length: number, extra: readonly string[]): string[] {
  return [
    ...COMMON_HEADERS,
    'Content-Length',
    String(length),
    'X-Request-Id',
    call.requestId,
    ...call.limitHeaders,
    ...extra,
  ];
}
