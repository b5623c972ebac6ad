import { setImmediate as nextTurn } from 'node:timers/promises';
import { bundledEndpoints, type ReadName, readEndpoints } from '@openhouse/contract';
import type { Recording } from '../../kernel/json/records.ts';
import { dataSources, type StoredSource } from '../operations.ts';
import type { Slices } from '../slices.ts';
import { payloadNotices } from './check-payload.ts';
import { type ImportNotice, MAX_NOTED, TourRefused } from './problem.ts';
import { type JsonFile, readJson } from './read-json.ts';
import { slicesOf } from './slices-of.ts';
import { unusualFields } from './usual-fields.ts';
import { quoted, wordsOfValue } from './words.ts';

/** What is stored of one file of a bundle. */
export interface Payload {
  /** Number of the operation. */
  readonly op: number;
  /** Minified; numbers and strings are kept byte for byte. */
  readonly json: Buffer;
  readonly slices: Slices | undefined;
  readonly records: readonly PayloadRecord[];
}

/** The checked content of one file. */
export interface CheckedPayload extends Payload {
  /** Parsed, for checks across files; many times as large as the JSON, so it is dropped when they are done. */
  readonly value: unknown;
}

/** A part of a payload that is requested by its own id. */
export interface PayloadRecord {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

/** Nodes of a combined tour are nested; each answers with all below it. */
const NESTED_RECORDS: Partial<Record<ReadName, string>> = { 'group-tree': 'children' };

/** The result of reading a file: its payload, unless nothing in it can be served, and its notices. */
export interface CheckedFile {
  readonly payload: CheckedPayload | undefined;
  readonly notices: readonly ImportNotice[];
}

/**
 * Reads the JSON of one operation. It yields to the event loop between its steps, which take milliseconds each for a
 * large file.
 * @throws {TourRefused} when it is not JSON.
 */
export async function readPayload(name: ReadName, source: StoredSource, bytes: Buffer, file: string) {
  await nextTurn();
  return readJson(bytes, file, recordingOf(name, source));
}

/**
 * Adds notices where the content of one operation's file differs from the contract; what can be served is kept as it
 * came (decision 0105).
 * @throws {TourRefused} when it is VR basic data that is no object.
 */
export async function checkedPayload(
  name: ReadName,
  source: StoredSource,
  content: JsonFile,
  file: string,
): Promise<CheckedFile> {
  const { json, value } = content;
  await nextTurn();
  const notices = [...content.notices];
  if (typeof value !== 'object' || value === null || (name === 'vr-info' && Array.isArray(value))) {
    const problem = { file, pointer: '', expected: expectedRoot(name, source), found: wordsOfValue(value) };
    if (name === 'vr-info') throw new TourRefused([problem]);
    const meaning = 'the tour is served without this operation';
    return { payload: undefined, notices: [...notices, { kind: 'operation-left-out', ...problem, meaning }] };
  }
  if (source.kind === 'record') {
    const records = recordsOf(name, source, content, file);
    // The notice that no request can address a record says more about an id than the schema does.
    const ids = new Set(records.notices.map(({ pointer }) => pointer));
    notices.push(
      ...recordFileNotices(name, value, file).filter(({ pointer }) => !ids.has(pointer)),
      ...records.notices,
    );
    return { payload: { op: source.op, json, value, slices: undefined, records: records.keyed }, notices };
  }
  const unusual = unusualFields(name, value, file);
  const known = new Set(unusual.map(({ pointer }) => pointer));
  notices.push(...payloadNotices(name, value, file).filter(({ pointer }) => !known.has(pointer)), ...unusual);
  const slices = source.list === undefined ? undefined : slicesOf(content, source.list);
  return { payload: { op: source.op, json, value, slices, records: [] }, notices };
}

const expectedRoot = (name: ReadName, source: StoredSource): string =>
  source.kind === 'record' && NESTED_RECORDS[name] === undefined ? 'an array of objects' : 'an object';

function recordingOf(name: ReadName, source: StoredSource): Recording | undefined {
  if (source.kind === 'tour') {
    return source.list && { path: source.list.path, fields: Object.keys(source.list.columns) };
  }
  const nested = NESTED_RECORDS[name];
  return { path: [], fields: [source.keyField], ...(nested !== undefined && { nested }) };
}

/** The file holds an array of payloads; a single one may come without an array. */
function recordFileNotices(name: ReadName, value: object, file: string): ImportNotice[] {
  if (Array.isArray(value)) {
    const found: ImportNotice[] = [];
    for (const [index, element] of value.entries()) {
      if (found.length >= MAX_NOTED) break;
      found.push(...payloadNotices(name, element, file, `/${index}`));
    }
    return found;
  }
  const notices = payloadNotices(name, value, file);
  if (NESTED_RECORDS[name] !== undefined) return notices;
  const [expected, meaning] = ['an array of objects', 'taken as its only element'];
  return [{ kind: 'other-type', file, pointer: '', expected, found: wordsOfValue(value), meaning }, ...notices];
}

/** The records that a request can address, and a notice for each other one. */
function recordsOf(
  name: ReadName,
  { parameter, keyField }: Extract<StoredSource, { kind: 'record' }>,
  { json, records }: JsonFile,
  file: string,
): { readonly keyed: readonly PayloadRecord[]; readonly notices: readonly ImportNotice[] } {
  const takes = parameterSchema(name, parameter);
  const pattern = new RegExp(takes.pattern, 'u');
  const notices: ImportNotice[] = [];
  const note = (notice: ImportNotice) => {
    if (notices.length < MAX_NOTED) notices.push(notice);
  };
  const pointers = new Map<string, string>();
  const keyed: PayloadRecord[] = [];
  for (const { offset, length, pointer, fields } of records) {
    const span = fields[keyField];
    const token = span === undefined ? '' : json.toString('utf8', span.offset, span.offset + span.length);
    const key = token.startsWith('"') ? (JSON.parse(token) as string) : token;
    const at = `${pointer}/${keyField}`;
    const earlier = pointers.get(key);
    if (!pattern.test(key)) {
      const [expected, meaning] = [takes.description, 'no request can ask for this record'];
      note({ kind: 'id-unaddressable', file, pointer: at, expected, found: token || 'nothing', meaning });
    } else if (earlier !== undefined) {
      const [expected, found] = [`each ${keyField} once`, `${quoted(key)}, as at ${earlier}`];
      const meaning = 'requests for it get the first one';
      note({ kind: 'id-twice', file, pointer: at, expected, found, meaning });
    } else {
      pointers.set(key, at);
      keyed.push({ key, offset, length });
    }
  }
  return { keyed, notices };
}

/** The contract's schema of the id in a request: a record with any other id could never be requested. */
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
export function readOfFile(
  file: string,
): { name: ReadName; source: StoredSource | { readonly kind: 'links' } } | undefined {
  const endpoint = readEndpoints.find(({ name }) => `${name}.json` === file);
  if (endpoint === undefined) return undefined;
  const source = dataSources[endpoint.name];
  // The list and its tours are data of other reads: files with these names are treated as unknown.
  if (source.kind === 'tours' || source.kind === 'same') return undefined;
  return { name: endpoint.name, source };
}

/** Names of the files a bundle may hold. */
export const bundleFiles: readonly string[] = bundledEndpoints.map(({ name }) => `${name}.json`);
