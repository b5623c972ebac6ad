import { crc32 } from 'node:zlib';
import { type GatewayFailureStatus, gatewayFailures, gatewayFailuresInChinese } from '@openhouse/contract';
import { spokenIn } from '../../kernel/http/accept-language.ts';
import { hasVersion } from '../../kernel/http/conditional.ts';
import { type Call, costMsOf } from './call.ts';
import { combineCrc } from './crc-combination.ts';
import type { GatewayError } from './gateway-error.ts';
import { bytesBody, type SplicedBody, textBody } from './gateway-response.ts';
import { limitLines } from './limit-lines.ts';
import { onePiece } from './one-piece.ts';
import { CLOSING, JSON_LINES, KEPT_LINES, type Payload } from './payload.ts';

/** Header of a gzip member, as text of one byte per character. */
const GZIP_HEADER = '\x1f\x8b\x08\0\0\0\0\0\0\xff';
/** The closing as the final stored block of a deflate stream: flags, length, its complement, the byte. */
const CLOSING_BLOCK = `\x01\x01\0\xfe\xff${CLOSING}`;
/** Header lines of every answer without a payload, up to its length. */
const LINES = `${JSON_LINES}Cache-Control: no-store\r\n`;
const LENGTH = 'Content-Length: ';

/** The opening of the success envelope, up to the payload: its parts around the two ids. Plain ASCII without quotes. */
const BEFORE_REQUEST_ID = '{"request_id":"';
const BEFORE_TRACE_ID = '","trace_id":"';

let costMs = Number.NaN;
let costText = '';

/** The opening after the trace id. Most calls cost the same number of whole milliseconds: none. */
function afterIds(call: Call): string {
  const cost = costMsOf(call);
  if (cost !== costMs) {
    costMs = cost;
    costText = onePiece(`","business_code":"0","osi_request_id":"","code":0,"status":"success","cost":${cost},"data":`);
  }
  return costText;
}

/** What differs from call to call, and what precedes it. */
const uptoIds = ({ requestId, traceId }: Call): string => BEFORE_REQUEST_ID + requestId + BEFORE_TRACE_ID + traceId;

/**
 * Answers with the success envelope around a payload, spliced: the payload's bytes are neither parsed nor serialised.
 */
export function answerPayload(call: Call, payload: Payload, gzip: boolean): void {
  call.status = 'success';
  const ifNoneMatch = call.request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && hasVersion(ifNoneMatch, payload.tag)) {
    answerUnchanged(call, payload);
    return;
  }
  const rest = afterIds(call);
  if (gzip) answerWhole(call, 200, payload.lines(gzip), gzipMember(call, rest, payload));
  else {
    const { bytes, spacious } = payload.json();
    answerWhole(call, 200, payload.lines(gzip), {
      opening: uptoIds(call) + rest,
      payload: bytes,
      closing: CLOSING,
      spacious,
    });
  }
}

/** 304: the caller has the current payload; headers only (RFC 9110, 15.4.5). */
function answerUnchanged(call: Call, payload: Payload): void {
  call.httpStatus = 304;
  call.response.send(304, `${KEPT_LINES}${payload.tag}\r\n${commonLines(call)}`, textBody(''));
}

/**
 * A gzip member of three parts: the opening as a stored block, the payload's own deflate blocks, the closing brace as
 * the final stored block. The checksum of the whole is combined from those of the parts (decision 0011).
 */
function gzipMember(call: Call, rest: string, payload: Payload): SplicedBody {
  const ids = uptoIds(call);
  const opening = ids + rest;
  const { length } = opening;
  const { crc, shift } = payload.checkedAfter(rest);
  return {
    opening: storedHead(length) + opening,
    payload: payload.deflated.bytes,
    closing: CLOSING_BLOCK + uint32s(combineCrc(crc32(ids), crc, shift), length + payload.closedLength),
    spacious: payload.deflated.spacious,
  };
}

let headedLength = Number.NaN;
let headText = '';

/** The member's header and that of its first stored block; openings have few different lengths. */
function storedHead(length: number): string {
  if (length !== headedLength) {
    headedLength = length;
    const uint16 = (value: number) => String.fromCharCode(value & 0xff, (value >>> 8) & 0xff);
    headText = onePiece(`${GZIP_HEADER}\0${uint16(length)}${uint16(~length)}`);
  }
  return headText;
}

/** Two numbers as eight bytes, lowest first. */
const uint32s = (one: number, two: number): string =>
  String.fromCharCode(
    one & 0xff,
    (one >>> 8) & 0xff,
    (one >>> 16) & 0xff,
    (one >>> 24) & 0xff,
    two & 0xff,
    (two >>> 8) & 0xff,
    (two >>> 16) & 0xff,
    (two >>> 24) & 0xff,
  );

/** Answers with the success envelope around a small payload that was built for this call. */
export function answerData(call: Call, data: object): void {
  call.status = 'success';
  const body = `${uptoIds(call)}${afterIds(call)}${JSON.stringify(data)}}`;
  const isAscii = Buffer.byteLength(body) === body.length;
  if (isAscii) answerWhole(call, 200, LINES + LENGTH, textBody(body));
  else answerWhole(call, 200, LINES + LENGTH, bytesBody(Buffer.from(body)));
}

/** Answers with the failure envelope. */
export function answerFailure(call: Call, error: GatewayError): void {
  call.status = error.status;
  call.refusal = error;
  const language = spokenIn(call.request.headers['accept-language']);
  const body = failureBody(call, error.status, language === 'zh' ? chineseOf(error) : error.message);
  const { httpStatus } = gatewayFailures[error.status];
  const extra = Object.entries(error.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // RFC 9110, 15.5.2: a 401 names a scheme. Ours is the raw token, so no browser asks for a password.
  if (httpStatus === 401) extra.push('WWW-Authenticate: AccessToken realm="openhouse"\r\n');
  answerWhole(call, httpStatus, LINES + extra.join('') + LENGTH, bytesBody(Buffer.from(body)));
}

/** What the failure means and how it is mended; behind it in English what only this call has, such as the name of a parameter. */
function chineseOf({ status, message, isUsual }: GatewayError): string {
  const words = gatewayFailuresInChinese[status].join('');
  return isUsual ? words : `${words}（${message}）`;
}

/** @param lines Headers of this answer, `Name: value\r\n` each; the last is that of its length, without the value. */
function answerWhole(call: Call, httpStatus: number, lines: string, body: SplicedBody): void {
  call.httpStatus = httpStatus;
  const length = body.opening.length + body.payload.length + body.closing.length;
  call.response.send(httpStatus, `${lines}${length}\r\n${commonLines(call)}`, body);
}

/** Header lines of every answer to a call. */
function commonLines(call: Call): string {
  return `${call.notes}X-Request-Id: ${call.requestId}\r\n${limitLines(call)}`;
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
