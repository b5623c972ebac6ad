/** Whether a Content-Type header names this media type, in UTF-8 if it names a charset. */
export function hasMediaType(header: string | undefined, mediaType: string): boolean {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z/-]+)[ \t]*(?:;[ \t]*charset=("?)utf-8\2)?[ \t]*;?$/i.exec(header ?? '');
  return match?.[1]?.toLowerCase() === mediaType;
}
