import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ReadName, readEndpoints } from '@openhouse/contract';
import type { Recording } from '../../kernel/json/records.ts';
import { type DataSource, dataSources } from '../operations.ts';
import type { Slices } from '../slices.ts';
import { payloadProblems } from './check-payload.ts';
import { type ImportProblem, TourRefused } from './problem.ts';
import { type JsonFile, readJson } from './read-json.ts';
import { slicesOf } from './slices-of.ts';
import { quoted, wordsOfValue } from './words.ts';

/** A read that has a file in a bundle. */
export type StoredSource = Exclude<DataSource, { kind: 'links' }>;

/** What is stored of one file of a bundle. */
export interface Payload {
  /** Number of the operation. */
  readonly op: number;
  /** Minified, numbers and strings byte for byte as they came. */
  readonly json: Buffer;
  readonly slices: Slices | undefined;
  readonly records: readonly PayloadRecord[];
}

/** The checked content of one file. */
export interface CheckedPayload extends Payload {
  /** Parsed, for checks across files; many times as large as the JSON, so it goes when they are done. */
  readonly value: unknown;
}

/** A part of a payload that is asked for by its own id. */
export interface PayloadRecord {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

/** Nodes of a combined tour lie inside each other; each answers with all below it. */
const NESTED_RECORDS: Partial<Record<ReadName, string>> = { 'group-tree': 'children' };

/**
 * Reads the JSON of one operation and compares it with the contract. Between its steps, which take milliseconds each for
 * a large file, the event loop answers others.
 * @throws {TourRefused} with every problem found.
 */
export async function checkedPayload(
  name: ReadName,
  source: StoredSource,
  bytes: Buffer,
  file: string,
): Promise<CheckedPayload> {
  await nextTurn();
  const content = readJson(bytes, file, recordingOf(name, source));
  const { json, value } = content;
  await nextTurn();
  if (source.kind === 'record') {
    const problems = recordFileProblems(name, value, file);
    if (problems.length > 0) throw new TourRefused(problems);
    return { op: source.op, json, value, slices: undefined, records: recordsOf(name, source, content, file) };
  }
  const problems = payloadProblems(name, value, file);
  if (problems.length > 0) throw new TourRefused(problems);
  const slices = source.list === undefined ? undefined : slicesOf(content, source.list);
  return { op: source.op, json, value, slices, records: [] };
}

function recordingOf(name: ReadName, source: StoredSource): Recording | undefined {
  if (source.kind === 'tour') {
    return source.list && { path: source.list.path, fields: Object.keys(source.list.columns) };
  }
  const nested = NESTED_RECORDS[name];
  return { path: [], fields: [source.keyField], ...(nested !== undefined && { nested }) };
}

/** The file holds an array of payloads; a single root may stand without its array where records nest. */
function recordFileProblems(name: ReadName, value: unknown, file: string): ImportProblem[] {
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => payloadProblems(name, element, file, `/${index}`));
  }
  if (NESTED_RECORDS[name] !== undefined) return payloadProblems(name, value, file);
  return [{ file, pointer: '', expected: 'an array of objects', found: wordsOfValue(value) }];
}

function recordsOf(
  name: ReadName,
  { parameter, keyField }: Extract<StoredSource, { kind: 'record' }>,
  { json, records }: JsonFile,
  file: string,
): PayloadRecord[] {
  const takes = parameterSchema(name, parameter);
  const pattern = new RegExp(takes.pattern, 'u');
  const problems: ImportProblem[] = [];
  const pointers = new Map<string, string>();
  const keyed = records.map(({ offset, length, pointer, fields }) => {
    const span = fields[keyField];
    const token = span === undefined ? '' : json.toString('utf8', span.offset, span.offset + span.length);
    const key = token.startsWith('"') ? (JSON.parse(token) as string) : token;
    const at = `${pointer}/${keyField}`;
    const earlier = pointers.get(key);
    if (!pattern.test(key))
      problems.push({ file, pointer: at, expected: takes.description, found: token || 'nothing' });
    else if (earlier !== undefined) {
      problems.push({
        file,
        pointer: at,
        expected: `each ${keyField} once`,
        found: `${quoted(key)}, as at ${earlier}`,
      });
    }
    pointers.set(key, at);
    return { key, offset, length };
  });
  if (problems.length > 0) throw new TourRefused(problems);
  return keyed;
}

/** What the contract takes to ask for a record: a record with any other id could never be asked for. */
function parameterSchema(name: ReadName, parameter: string): { pattern: string; description: string } {
  const endpoint = readEndpoints.find((candidate) => candidate.name === name);
  const properties = endpoint?.query.properties as
    | Record<string, { pattern?: string; description?: string }>
    | undefined;
  const { pattern, description } = properties?.[parameter] ?? {};
  if (pattern === undefined || description === undefined)
    throw new Error(`${name} takes no ${parameter} with a pattern`);
  return { pattern, description };
}

/** @returns The read whose payload a file of a bundle holds; undefined for any other file name. */
export function readOfFile(file: string): { name: ReadName; source: DataSource } | undefined {
  const endpoint = readEndpoints.find(({ name }) => `${name}.json` === file);
  return endpoint && { name: endpoint.name, source: dataSources[endpoint.name] };
}

/** Names of the files a bundle may hold. */
export const bundleFiles: readonly string[] = readEndpoints
  .filter(({ name }) => dataSources[name].kind !== 'links')
  .map(({ name }) => `${name}.json`);
