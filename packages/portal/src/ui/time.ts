const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * @param atMs Milliseconds since the Unix epoch, before or after now.
 * @returns The distance as people say it: "3 hours ago", "in 29 days"; under a minute "now".
 */
export function relativeTime(atMs: number, nowMs: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const distanceMs = atMs - nowMs;
  const size = Math.abs(distanceMs);
  if (size < MINUTE_MS) return format.format(0, 'second');
  if (size < HOUR_MS) return format.format(Math.trunc(distanceMs / MINUTE_MS), 'minute');
  if (size < DAY_MS) return format.format(Math.trunc(distanceMs / HOUR_MS), 'hour');
  // What ends in so many days from a moment ago ends in so many days.
  const days = (distanceMs > 0 ? distanceMs + MINUTE_MS : distanceMs) / DAY_MS;
  return format.format(Math.trunc(days), 'day');
}

/** @param iso ISO 8601. @returns Date and time in the reader's language and time zone. */
export function wholeTime(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/** @param iso ISO 8601. @returns Day and time to the second, in the reader's language and time zone. */
export function clockTime(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso));
}
