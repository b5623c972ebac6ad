/** Node.js and browsers have it alike; the contract is written for neither. */
declare class TextDecoder {
  constructor(encoding?: string, options?: { readonly fatal: boolean });
  readonly encoding: string;
  decode(bytes: Uint8Array): string;
}

/** A text in UTF-8, or in what editors and spreadsheets write otherwise: UTF-16, and GB 18030 in Chinese. */
export function decodedText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return inUtf8(bytes) ?? new TextDecoder(declared(bytes)).decode(bytes);
}

/** What a text may be: the first is {@link decodedText}; another only where nothing says which of the old encodings it is in. */
export function decodings(bytes: Uint8Array): readonly string[] {
  const text = decodedText(bytes);
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isMarked || inUtf8(bytes) !== undefined ? [text] : [text, new TextDecoder('windows-1252').decode(bytes)];
}

/** @returns undefined for what is no UTF-8. */
function inUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
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
