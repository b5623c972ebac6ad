import { crc32 } from 'node:zlib';
import { type GatewayFailureStatus, gatewayFailures } from '@openhouse/contract';
import { type Call, costMsOf } from './call.ts';
import { combineCrc, crcShift } from './crc-combination.ts';
import type { GatewayError } from './gateway-error.ts';
import { headersOf } from './header-lines.ts';
import { headLines, type SplicedBody, writeWhole } from './write-whole.ts';

/** A payload as the envelope's `data`, in the two forms a client may ask for. */
export interface Payload {
  /** Length of the JSON and of the brace that closes the envelope, in bytes. */
  readonly closedLength: number;
  /** CRC-32 of both. */
  readonly closedCrc: number;
  /** `crcShift` of the length, kept so that a response costs no loop over it. */
  readonly closedShift: number;
  /** Raw deflate blocks of the JSON: byte-aligned, none final. */
  readonly deflated: Buffer;
  /** The JSON itself, inflated when first asked for. */
  json(): Buffer;
}

/** @param rawLength Length of the JSON. @param crc CRC-32 of it. */
export function payloadOf({
  rawLength,
  crc,
  ...forms
}: Pick<Payload, 'deflated' | 'json'> & { readonly rawLength: number; readonly crc: number }): Payload {
  const closedLength = rawLength + CLOSING.length;
  return { ...forms, closedLength, closedCrc: crc32(CLOSING, crc), closedShift: crcShift(closedLength) };
}

/** Header of a gzip member, as text of one byte a character. */
const GZIP_HEADER = '\x1f\x8b\x08\0\0\0\0\0\0\xff';
const CLOSING = '}';
/** The closing as the final stored block of a deflate stream: flags, length, its complement, the byte. */
const CLOSING_BLOCK = `\x01\x01\0\xfe\xff${CLOSING}`;
const VARY = 'Vary: Accept-Encoding\r\n';
const GZIP_LINES = `Content-Encoding: gzip\r\n${VARY}`;

/** Opening of the success envelope, up to the payload. Every value in it is plain ASCII without quotes. */
function openingOf(call: Call): string {
  return `{"request_id":"${call.requestId}","trace_id":"${call.traceId}","business_code":"0","osi_request_id":"","code":0,"status":"success","cost":${costMsOf(call)},"data":`;
}

/** Answers with the success envelope around a payload, spliced: the payload's bytes are neither parsed nor serialised. */
export function answerPayload(call: Call, payload: Payload, gzip: boolean): void {
  call.status = 'success';
  const opening = openingOf(call);
  if (gzip) writeWhole(call, GZIP_LINES, gzipMember(opening, payload));
  else writeWhole(call, VARY, { opening, payload: payload.json(), closing: CLOSING });
}

/**
 * A gzip member of three parts: the opening as a stored block, the payload's own deflate blocks, the closing brace as
 * the final stored block. The checksum of the whole is combined from the parts' (decision 0011).
 */
function gzipMember(opening: string, { deflated, closedLength, closedCrc, closedShift }: Payload): SplicedBody {
  const { length } = opening;
  const crc = combineCrc(crc32(opening), closedCrc, closedShift);
  return {
    opening: `${GZIP_HEADER}\0${uint16(length)}${uint16(~length)}${opening}`,
    payload: deflated,
    closing: CLOSING_BLOCK + uint32(crc) + uint32(length + closedLength),
  };
}

const uint16 = (value: number): string => String.fromCharCode(value & 0xff, (value >>> 8) & 0xff);

const uint32 = (value: number): string =>
  String.fromCharCode(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff);

const NOTHING = Buffer.alloc(0);

/** Answers with the success envelope around a small payload that was made for this call. */
export function answerData(call: Call, data: object): void {
  call.status = 'success';
  const body = `${openingOf(call)}${JSON.stringify(data)}}`;
  const isAscii = Buffer.byteLength(body) === body.length;
  if (isAscii) writeWhole(call, '', { opening: body, payload: NOTHING, closing: '' });
  else writeWhole(call, '', { opening: '', payload: Buffer.from(body), closing: '' });
}

/** Answers with the failure envelope. */
export function answerFailure(call: Call, error: GatewayError): void {
  call.status = error.status;
  call.refusal = error;
  const body = failureBody(call, error.status, error.message);
  const { httpStatus } = gatewayFailures[error.status];
  const extra = Object.entries(error.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // RFC 9110, 15.5.2: a 401 names a scheme. Ours is the raw token, so no browser asks for a password.
  if (httpStatus === 401) extra.push('WWW-Authenticate: AccessToken realm="openhouse"\r\n');
  call.response.writeHead(httpStatus, headersOf(headLines(call, Buffer.byteLength(body), extra.join(''))));
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
