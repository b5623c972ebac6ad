import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An input that is kept, and replayed by the ordinary tests. */
export interface Vector {
  /** What the target says of it; empty for one that was found to differ and is not mended yet. */
  readonly verdict: string;
  readonly input: Buffer;
}

/** Longer ones are not kept: they show nothing that shorter ones do not. */
const MAX_KEPT_BYTES = 1024;

export const vectorsDirectory = join(import.meta.dirname, 'vectors');

/** @param name Of the target. */
export function readVectors(name: string, directory = vectorsDirectory): Vector[] {
  const file = fileOf(name, directory);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { verdict, base64 } = JSON.parse(line) as { verdict: string; base64: string };
    return { verdict, input: Buffer.from(base64, 'base64') };
  });
}

/** Adds inputs that are not there yet. @returns How many. */
export function keepVectors(name: string, vectors: readonly Vector[], directory = vectorsDirectory): number {
  const there = new Set(readVectors(name, directory).map(({ input }) => input.toString('base64')));
  const lines = vectors.flatMap(({ verdict, input }) => {
    const base64 = input.toString('base64');
    if (there.has(base64) || (verdict !== '' && input.length > MAX_KEPT_BYTES)) return [];
    there.add(base64);
    return [`${JSON.stringify({ verdict, base64 })}\n`];
  });
  if (lines.length > 0) appendFileSync(fileOf(name, directory), lines.join(''));
  return lines.length;
}

const fileOf = (name: string, directory: string): string => join(directory, `${name}.ndjson`);
