import { isUtf8 } from 'node:buffer';

/** A text in UTF-8, or in what editors and spreadsheets write otherwise: UTF-16, and GB 18030 in Chinese. */
export function decodedText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(declared(bytes)).decode(bytes);
  }
}

/** What a text may be: the first is {@link decodedText}; another only where nothing says which of the old encodings it is in. */
export function decodings(bytes: Uint8Array): readonly string[] {
  const text = decodedText(bytes);
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isMarked || isUtf8(bytes) ? [text] : [text, new TextDecoder('windows-1252').decode(bytes)];
}

/** The encoding that XML says it is in, if there is such a one. */
function declared(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, 128));
  const [, name = ''] = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/i.exec(head) ?? [];
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'gb18030';
  }
}
