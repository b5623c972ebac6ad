/** What the headers of a call say of its body. */
export interface BodyHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}

/** A media type and the charset that it names, if any. */
const MEDIA_TYPE = /^([!#$%&'*+.^_`|~0-9A-Za-z/-]+)[ \t]*(?:;[ \t]*charset=("?)([^\s";]+)\2)?[ \t]*;?$/i;
/** UTF-8, and the other name that clients write for it. */
const UTF_8 = /^utf-?8$/i;

/** Whether a Content-Type header names this media type, in UTF-8 if it names a charset. */
export function hasMediaType(header: string | undefined, mediaType: string): boolean {
  const [, named, , charset = 'utf-8'] = MEDIA_TYPE.exec(header ?? '') ?? [];
  return named?.toLowerCase() === mediaType && UTF_8.test(charset);
}

/** What is wrong with a Content-Type of the right media type; undefined where nothing is, and where it names another. */
export function wrongCharset(header: string | undefined, mediaTypes: readonly string[]): string | undefined {
  const [, named = '', , charset = 'utf-8'] = MEDIA_TYPE.exec(header ?? '') ?? [];
  if (UTF_8.test(charset) || !mediaTypes.includes(named.toLowerCase())) return undefined;
  return 'The Content-Type names another charset than UTF-8. Send the body in UTF-8, with charset=utf-8 or none.';
}

/** What is wrong with a body that is packed: nothing here unpacks one. */
export function packedBody({ 'content-encoding': coding = 'identity' }: BodyHeaders): string | undefined {
  if (/^(identity)?$/i.test(coding.trim())) return undefined;
  return 'The body is packed, as its Content-Encoding says. Send it unpacked, without that header.';
}
