import type { Call } from './call.ts';

/** Text that JSON quotes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

/**
 * The line of the request log: who called what, with which result. Never a header, a query or a body: it is made of these
 * fields alone, so there is nothing to blank, and of plain ASCII, to be made with little work (decision 0040).
 *
 * @param nowMs Milliseconds since the Unix epoch.
 * @param costMs Whole milliseconds.
 */
export function callLine(call: Call, nowMs: number, costMs: number): string {
  const { requestId, traceId, operation, appKey, secretVersion, remarks, status, httpStatus } = call;
  const who = appKey === undefined ? '' : `,"app_key":${quoted(appKey)}`;
  const version = secretVersion === undefined ? '' : `,"secret_version":${secretVersion}`;
  return `${lineHead(nowMs)}${requestId}","trace_id":"${traceId}","operation":"${operation}"${who}${version}${remarksOf(remarks)},"status":"${status}","http_status":${httpStatus},"cost":${costMs},"msg":"call"}\n`;
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

/** As JSON in plain ASCII, which is what a line is gathered as. */
function escaped(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

let atMs = Number.NaN;
let atText = '';

/** Many calls are answered in one millisecond. */
function lineHead(nowMs: number): string {
  if (nowMs !== atMs) {
    atMs = nowMs;
    atText = `{"level":30,"time":"${new Date(nowMs).toISOString()}","request_id":"`;
  }
  return atText;
}
