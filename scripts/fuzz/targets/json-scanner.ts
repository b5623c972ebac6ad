import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { JsonRefusal } from '../../../packages/server/src/kernel/json/refusal.ts';
import { type Scan, scanJson } from '../../../packages/server/src/kernel/json/scan.ts';
import { jsonPieces, spacedJson } from '../../../packages/server/src/testing/random-json.ts';
import type { Target } from '../target.ts';

const STRINGS = /"(?:[^"\\]|\\.)*"/g;
const LIST = 'list';

/** The scanner of imported JSON against JSON.parse: both take the same texts, and mean the same by them. */
export const jsonScanner: Target = {
  name: 'json-scanner',
  sources: ['/kernel/json/scan.ts', '/kernel/json/records.ts', '/kernel/json/tokens.ts', '/kernel/json/refusal.ts'],
  inputs: fc
    .oneof(
      spacedJson,
      fc.tuple(spacedJson, spacedJson).map(([one, other]) => `{"${LIST}":[${one},{"id":${other}}],"a":${one}}`),
      fc
        .tuple(fc.constantFrom('a', 'é', '__proto__', '\\u0061', '1'), fc.constantFrom('a', '\\u00e9', '1'), spacedJson)
        .map(([one, other, value]) => `{"${one}":1, "x":{"${other}":${value}},"${other}":[]}`),
    )
    .map((text) => Buffer.from(text)),
  pieces: [...jsonPieces, '\\ud83d', '\\ude00', '\ufeff', ' ', '[', '}', '{"a":1,"a":2}', '\xff', '1E400'],
  judge(input) {
    const [scan, value] = [scanned(input), parsed(input)];
    if (scan instanceof JsonRefusal) {
      if (/^at most/.test(scan.expected)) return 'too much';
      equal(value, undefined, 'ours refuses what JSON.parse takes');
      return 'refused';
    }
    ok(value !== undefined, 'ours takes what JSON.parse refuses');
    const json = scan.json.toString();
    deepStrictEqual(JSON.parse(json), value.json, 'minified it means something else');
    ok(!/\s/.test(json.replaceAll(STRINGS, '""')), 'white space is left');
    equal(scanJson(scan.json).json.toString(), json, 'minified twice it is something else');
    const isTwice = (json.replaceAll(STRINGS, '""').match(/:/g) ?? []).length !== membersOf(value.json);
    equal(scan.duplicates.length > 0, isTwice, 'a key twice is told wrongly');
    if (isTwice) return 'taken, a key twice';
    equal(scan.halfPair !== undefined, hasHalfPair(value.json), 'half of a surrogate pair is told wrongly');
    return `taken${sameRecords(input, value.json)}`;
  },
};

function scanned(input: Buffer): Scan | JsonRefusal {
  try {
    return scanJson(input);
  } catch (error) {
    if (error instanceof JsonRefusal) return error;
    throw error;
  }
}

/** A value, in an object: null is one too. */
function parsed(input: Buffer): { json: unknown } | undefined {
  if (!isUtf8(input)) return undefined;
  try {
    // The decoder drops one byte order mark, as ours does.
    return { json: JSON.parse(new TextDecoder().decode(input)) };
  } catch {
    return undefined;
  }
}

const insides = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

function membersOf(value: unknown): number {
  const own = Array.isArray(value) ? 0 : insides(value).length;
  return insides(value).reduce<number>((sum, inside) => sum + membersOf(inside), own);
}

function hasHalfPair(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  const keys = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  return keys.some((key) => !key.isWellFormed()) || insides(value).some(hasHalfPair);
}

/** The records of a list are its elements. @returns What to say of it. */
function sameRecords(input: Buffer, value: unknown): string {
  const list = Object.getOwnPropertyDescriptor(Object(value), LIST)?.value as unknown;
  if (Array.isArray(value) || !Array.isArray(list)) return '';
  const { json, records } = scanJson(input, { path: [LIST], fields: ['id'] });
  const textOf = ({ offset, length }: { offset: number; length: number }) =>
    json.toString('utf8', offset, offset + length);
  deepStrictEqual(
    records.map((record) => JSON.parse(textOf(record)) as unknown),
    list,
    'records are not the elements of their list',
  );
  for (const [at, element] of (list as readonly unknown[]).entries()) {
    const isObject = typeof element === 'object' && !Array.isArray(element);
    const own = isObject ? Object.getOwnPropertyDescriptor(Object(element), 'id')?.value : undefined;
    const span = records[at]?.fields.id;
    const found = span === undefined ? undefined : (JSON.parse(textOf(span)) as unknown);
    deepStrictEqual(found, own, 'a field of a record is another');
  }
  return ', records too';
}
