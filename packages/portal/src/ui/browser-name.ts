/** What a session's User-Agent says about the device, as far as it is worth telling. */
export interface BrowserName {
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly phone: boolean;
}

/** First match counts: browsers imitate those below them in the list. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/\bEdgA?\/|EdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

/** @returns Browser and system by the marks browsers are known to send; undefined where none is recognised. */
export function browserName(userAgent: string): BrowserName {
  const find = (marks: typeof browsers) => marks.find(([mark]) => mark.test(userAgent))?.[1];
  return { browser: find(browsers), system: find(systems), phone: /iPhone|Android.+Mobile/.test(userAgent) };
}
