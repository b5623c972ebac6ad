import type { Recording } from '../../kernel/json/records.ts';
import { JsonRefusal } from '../../kernel/json/refusal.ts';
import { type Scan, scanJson } from '../../kernel/json/scan.ts';
import { type ImportProblem, TourRefused } from './problem.ts';

/** A JSON file of a bundle, read. */
export interface JsonFile extends Scan {
  /** The parsed content, for validation only: numbers in it have lost their spelling. */
  readonly value: unknown;
}

/**
 * Reads a JSON file; one that holds a JSON string whose content is the real JSON (some in the wild do) is unwrapped once.
 * @param file Its name in problems.
 * @throws {TourRefused} when it is not JSON, or an object in it has a key twice.
 */
export function readJson(source: Buffer, file: string, recording?: Recording): JsonFile {
  const outer = scanned(source, file, recording);
  const value: unknown = JSON.parse(outer.json.toString());
  if (typeof value !== 'string') return { ...withoutDuplicates(outer, file), value };
  const insideName = `${file} (the JSON inside its string)`;
  if (/\p{Surrogate}/u.test(value)) {
    const found = 'half of a surrogate pair, which no encoding can hold';
    throw new TourRefused([{ file: insideName, pointer: '', expected: 'characters of Unicode', found }]);
  }
  const inner = scanned(Buffer.from(value), insideName, recording);
  return { ...withoutDuplicates(inner, insideName), value: JSON.parse(inner.json.toString()) };
}

function scanned(source: Buffer, file: string, recording: Recording | undefined): Scan {
  try {
    return scanJson(source, recording);
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    const { pointer, expected, found, line, column } = error;
    throw new TourRefused([{ file, pointer, expected, found: `${found} at line ${line}, column ${column}` }]);
  }
}

/** Of a key's two values one would be served and the other validated: which, depends on the parser. */
function withoutDuplicates(scan: Scan, file: string): Scan {
  if (scan.duplicates.length === 0) return scan;
  throw new TourRefused(
    scan.duplicates.map(
      (pointer): ImportProblem => ({
        file,
        pointer,
        expected: 'each key once',
        found: 'the key again in the same object',
      }),
    ),
  );
}
