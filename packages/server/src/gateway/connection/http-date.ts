const SECOND_MS = 1000;

/**
 * A text that holds the Date header's value, made once a second.
 * @returns It, by milliseconds since the Unix epoch.
 */
export function onceASecond(textOf: (date: string) => string): (nowMs: number) => string {
  let text = '';
  let second = Number.NaN;
  return (nowMs) => {
    const current = Math.floor(nowMs / SECOND_MS);
    if (current !== second) {
      second = current;
      text = textOf(new Date(nowMs).toUTCString());
    }
    return text;
  };
}
