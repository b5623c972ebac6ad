import type { Call } from './call.ts';

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
  const { requestId, traceId, operation, address, appKey, secretVersion, remarks, status, httpStatus } = call;
  const who = appKey === undefined ? '' : `,"app_key":${quoted(appKey)}`;
  const version = secretVersion === undefined ? '' : `,"secret_version":${secretVersion}`;
  return `${lineHead(nowMs)}${requestId}","trace_id":"${traceId}","operation":"${operation}","address":${quoted(address)}${who}${version}${remarksOf(remarks)},"status":"${status}","http_status":${httpStatus},"cost":${costMs},"msg":"call"}\n`;
}

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
