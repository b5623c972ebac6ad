import type { Call } from './call.ts';
import { onePiece } from './one-piece.ts';

/** Text that JSON quotes unchanged. */
const PLAIN = /^[ !#-[\]-~]*$/;

/**
 * The line of the request log: who called what, with which result. It never holds a header, a query or a body: it is
 * built from these fields alone, so there is nothing to redact, and is plain ASCII, which is cheap to build (decision
 * 0040).
 * @param nowMs Milliseconds since the Unix epoch.
 * @param costMs Whole milliseconds.
 */
export function callLine(call: Call, nowMs: number, costMs: number): string {
  return `${lineHead(nowMs)}${call.requestId}","trace_id":"${call.traceId}${lineMiddle(call)}${costMs},"msg":"call"}\n`;
}

/** What the middle of a line tells. */
type Told = Pick<Call, 'operation' | 'address' | 'appKey' | 'secretVersion' | 'remarks' | 'status' | 'httpStatus'>;

let told: Told | undefined;
let toldText = '';
let isOnePiece = false;

/**
 * From behind the ids up to the cost. Cached, because it is mostly the same for the calls of one app, one after the other: a line made
 * from all of its parts takes twice as long. Its one piece is made when it is needed again, so a change costs hardly more.
 */
function lineMiddle(call: Call): string {
  if (told === undefined || !isSame(told, call)) {
    const { operation, address, appKey, secretVersion, remarks, status, httpStatus } = call;
    const who = appKey === undefined ? '' : `,"app_key":${quoted(appKey)}`;
    const version = secretVersion === undefined ? '' : `,"secret_version":${secretVersion}`;
    told = { operation, address, appKey, secretVersion, remarks, status, httpStatus };
    toldText = `","operation":"${operation}","address":${quoted(address)}${who}${version}${remarksOf(remarks)},"status":"${status}","http_status":${httpStatus},"cost":`;
    isOnePiece = false;
  } else if (!isOnePiece) {
    toldText = onePiece(toldText);
    isOnePiece = true;
  }
  return toldText;
}

const isSame = (one: Told, other: Told): boolean =>
  one.appKey === other.appKey &&
  one.operation === other.operation &&
  one.address === other.address &&
  one.secretVersion === other.secretVersion &&
  one.remarks === other.remarks &&
  one.status === other.status &&
  one.httpStatus === other.httpStatus;

function remarksOf(remarks: Call['remarks']): string {
  let text = '';
  for (const name in remarks) {
    const value = remarks[name];
    if (value !== undefined) text += `,"${name}":${typeof value === 'string' ? quoted(value) : value}`;
  }
  return text;
}

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : escaped(text));

/** As JSON in plain ASCII, as the log's batches require. */
function escaped(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

let atMs = Number.NaN;
let atText = '';

/** Cached, because many calls are answered in one millisecond. */
function lineHead(nowMs: number): string {
  if (nowMs !== atMs) {
    atMs = nowMs;
    atText = `{"level":30,"time":"${new Date(nowMs).toISOString()}","request_id":"`;
  }
  return atText;
}
