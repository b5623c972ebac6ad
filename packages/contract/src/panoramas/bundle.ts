import { payloadsOf, type Viewpoint } from './tour-payloads.ts';

/** What the first viewpoint sees in front of it, in the proportions of cards and covers: pixels, and quality of 100. */
export const COVER = { width: 1200, height: 630, quality: 85 } as const;
/** Folder of a bundle in which its files lie. */
export const ASSETS = 'assets';

/** The payloads of a bundle as files, by their names. */
export function payloadFiles(
  code: string,
  name: string,
  viewpoints: readonly Viewpoint[],
  first = 0,
): readonly { readonly name: string; readonly text: string }[] {
  return Object.entries(payloadsOf(code, name, viewpoints, first)).map(([operation, payload]) => ({
    name: `${operation}.json`,
    text: `${JSON.stringify(payload, null, 1)}\n`,
  }));
}
