const SECOND_MS = 1000;

let text = '';
let second = Number.NaN;

/**
 * The Date header's value, made once a second.
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function httpDate(nowMs: number): string {
  const current = Math.floor(nowMs / SECOND_MS);
  if (current !== second) {
    second = current;
    text = new Date(nowMs).toUTCString();
  }
  return text;
}
