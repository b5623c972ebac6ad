/** @returns Milliseconds as people read them: "0.21 ms", "140 ms", "1.4 s". */
export function costWords(ms: number, language: string): string {
  const [value, unit] = ms < 1000 ? [ms, 'ms'] : [ms / 1000, 's'];
  const digits = new Intl.NumberFormat(language, { maximumSignificantDigits: value < 100 ? 2 : 3 });
  return `${digits.format(value)} ${unit}`;
}
