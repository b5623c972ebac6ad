/** Entity tags of a list, weak or strong; what is no tag separates them. */
const TAGS = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * Whether a reader has this version already (RFC 9110, 13.1.2): `*`, or one of the tags, compared weakly.
 * @param ifNoneMatch The header; undefined when it was not sent.
 * @param etag The strong tag of what would be sent, with its quotes.
 */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(TAGS)].some(([, tag]) => `"${tag}"` === etag);
}

/**
 * Whether a range may be answered as one (RFC 9110, 13.1.5): without If-Range, or with the very version, compared
 * strongly. A date never matches: what we send says none.
 */
export const mayAnswerRange = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange.trim() === etag;
