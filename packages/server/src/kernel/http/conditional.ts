/** Entity tags of a list, weak or strong, with anything between them. */
const TAGS = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * Whether a reader has this version already (RFC 9110, 13.1.2): `*`, or one of the tags, compared weakly.
 * @param ifNoneMatch The header; undefined when it was not sent.
 * @param etag The strong tag of the current version, with its quotes.
 */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(TAGS)].some(([, tag]) => `"${tag}"` === etag);
}

/**
 * Whether a range may be answered as a range (RFC 9110, 13.1.5): without If-Range, or with exactly this version,
 * compared strongly. A date never matches: our answers have none.
 */
export const mayAnswerRange = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange.trim() === etag;
