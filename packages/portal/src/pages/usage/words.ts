const DAY_S = 24 * 60 * 60;

/** @param startS Seconds since the Unix epoch. @returns The step in words: "21 Nov, 10:20–10:30". */
export function spanWords(startS: number, stepS: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    ...(stepS < DAY_S && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
  return format.formatRange(startS * 1000, (startS + stepS) * 1000);
}
