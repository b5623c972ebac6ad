import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tours } from '../tours.ts';
import type { BundledRead, Payloads } from '../wire/bundle.ts';
import { TOURS } from '../wire/committed.ts';

/** Resource codes of the demo tours. */
export const codes: readonly string[] = tours.map(({ code }) => code);

/** Reads that have a file in every bundle. */
export const bundledReads = Object.keys(tours[0]?.payloads ?? {}) as BundledRead[];

export function committedText(code: string, name: BundledRead): string {
  return readFileSync(join(TOURS, code, `${name}.json`), 'utf8');
}

/** A committed payload as any client parses it: ids beyond 2^53 have lost digits. */
export function committed<Name extends BundledRead>(code: string, name: Name): Payloads[Name] {
  return JSON.parse(committedText(code, name)) as Payloads[Name];
}

/** The digits of every `id` in a committed payload, as they stand there. */
export function committedIds(code: string, name: BundledRead): string[] {
  return [...committedText(code, name).matchAll(/"id": (-?\d+)/g)].map(([, digits]) => digits ?? '');
}

/** The payloads of one read in all tours; of reads addressed by id, each record. */
export function everyPayload(name: BundledRead): unknown[] {
  return codes.flatMap((code) => {
    const content: unknown = committed(code, name);
    return Array.isArray(content) ? content : [content];
  });
}
