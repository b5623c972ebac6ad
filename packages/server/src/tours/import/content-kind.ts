import { type ByteSource, rangeOfSource } from './byte-source.ts';
import { TourRefused } from './problem.ts';

/** First bytes that identify files, whatever their names. */
const SIGNATURES: readonly { readonly at: number; readonly bytes: string; readonly kind: string }[] = [
  { at: 0, bytes: 'PK\u0003\u0004', kind: 'zip' },
  { at: 0, bytes: 'PK\u0005\u0006', kind: 'zip' },
  { at: 0, bytes: '\u001f\u008b', kind: 'a gzip file' },
  { at: 0, bytes: '7z\u00bc\u00af\u0027\u001c', kind: 'a 7z archive' },
  { at: 0, bytes: 'Rar!\u001a\u0007', kind: 'a RAR archive' },
  { at: 0, bytes: 'BZh', kind: 'a bzip2 file' },
  { at: 0, bytes: '\u00fd7zXZ', kind: 'an xz file' },
  { at: 257, bytes: 'ustar', kind: 'a tar archive' },
  { at: 0, bytes: '%PDF-', kind: 'a PDF' },
];
const HEAD_BYTES = 512;

/**
 * Tells an archive from a work by its bytes, and by its name only where they do not say.
 * @throws {TourRefused} when it is an archive or document of another kind.
 */
export async function isZip(source: ByteSource, name: string): Promise<boolean> {
  if (source.size === 0) throw refused(name, 'an empty file');
  const head = (await rangeOfSource(source, 0, Math.min(source.size, HEAD_BYTES))).toString('latin1');
  const kind = SIGNATURES.find(({ at, bytes }) => head.startsWith(bytes, at))?.kind;
  if (kind !== undefined && kind !== 'zip') throw refused(name, `${kind}; pack its files as .zip`);
  return kind === 'zip' || (/\.zip$/i.test(name) && !/^(?:\u00ef\u00bb\u00bf)?\s*[[{]/.test(head));
}

const refused = (name: string, found: string): TourRefused =>
  new TourRefused([{ file: name, pointer: '', expected: 'a .zip archive, or a work in a .json file', found }]);
