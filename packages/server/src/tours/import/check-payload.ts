import type { NoticeKind } from '@openhouse/contract';
import { type ReadName, readEndpoints } from '@openhouse/contract';
import type { ImportNotice } from './problem.ts';
import { type SchemaNode, wordsOfSchema, wordsOfValue } from './words.ts';

/** Maximum number of differences listed for one payload: bounds the memory for a file in which every record differs. */
const MAX_FINDINGS = 500;
const AS_IT_CAME = 'served as it came, so a strict client may fail on it';

/** A position in the payload, from the root up: a pointer is built only where something differs. */
interface Place {
  readonly above: Place | undefined;
  readonly key: string | number;
}

type Found = Omit<ImportNotice, 'file'>;

/** What is found in one payload. */
interface Findings {
  readonly list: Found[];
  readonly pointer: string;
}

/** One node of a schema, compiled once. */
interface Comparison {
  /** Set where values of this kind have nothing below them: `isKind` decides alone. */
  readonly isLeaf: boolean;
  /** Whether the value is of the node's own kind, whatever it contains. */
  isKind(value: unknown): boolean;
  /** Adds the differences of the value, and of everything below it. */
  compare(value: unknown, place: Place | undefined, findings: Findings): void;
}

const comparisons = new Map<ReadName, Comparison>();

/** Compiled once per operation, when its first file comes. */
function comparisonOf(name: ReadName): Comparison {
  const known = comparisons.get(name);
  if (known !== undefined) return known;
  const endpoint = readEndpoints.find((candidate) => candidate.name === name);
  if (endpoint === undefined) throw new Error(`no read is called ${name}`);
  const comparison = compareWith(endpoint.data);
  comparisons.set(name, comparison);
  return comparison;
}

/**
 * Compares a payload with the contract's schema of its operation, and lists every position where readers get something
 * else than the contract describes. Unknown fields are not listed. It walks the payload once: a validator that lists
 * what is wrong takes a hundred times as long as one that says whether anything is (bench/GROWTH.md).
 * @param pointer JSON pointer of the payload in its file.
 */
export function payloadNotices(name: ReadName, value: unknown, file: string, pointer = ''): ImportNotice[] {
  const findings: Findings = { list: [], pointer };
  comparisonOf(name).compare(value, undefined, findings);
  const notices = findings.list.map((found): ImportNotice => ({ file, ...found }));
  if (notices.length < MAX_FINDINGS) return notices;
  const found = 'more differences than are listed';
  notices.push({
    kind: 'other-type',
    file,
    pointer,
    expected: 'a payload of the contract',
    found,
    meaning: AS_IT_CAME,
  });
  return notices;
}

/** @param schema One of the contract's payloads. @throws on a keyword that this file does not support. */
export function compareWith(schema: object): Comparison {
  return comparisonFor(schema as SchemaNode, new Map(), (schema as SchemaNode).$defs as Definitions | undefined);
}

type Definitions = Readonly<Record<string, SchemaNode>>;

function comparisonFor(
  schema: SchemaNode,
  made: Map<SchemaNode, Comparison>,
  definitions: Definitions = {},
): Comparison {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const unknown = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword));
  if (unknown !== undefined) throw new Error(`no comparison knows the schema keyword ${unknown}`);
  // A recursive schema refers to this object, which gets its functions below.
  const comparison = {} as { -readonly [Key in keyof Comparison]: Comparison[Key] };
  made.set(schema, comparison);
  const below = (node: unknown) => comparisonFor(node as SchemaNode, made, definitions);
  if (typeof schema.$ref === 'string') {
    const target = below(definitions[schema.$ref] ?? fail(`no schema is called ${schema.$ref}`));
    comparison.isLeaf = false;
    comparison.isKind = (value) => target.isKind(value);
    comparison.compare = (value, place, findings) => target.compare(value, place, findings);
  } else if (Array.isArray(schema.anyOf)) Object.assign(comparison, unionOf(schema, schema.anyOf.map(below)));
  else if (schema.type === 'object') Object.assign(comparison, objectOf(schema, below));
  else if (schema.type === 'array') Object.assign(comparison, listOf(schema, below));
  else Object.assign(comparison, scalarOf(schema));
  return comparison;
}

/**
 * Supported keywords of the payloads' schemas, annotations among them: `format` tells generated clients the size of ids,
 * `additionalProperties: true` says what holds anyway.
 */
const KEYWORDS: ReadonlySet<string> = new Set(
  'type properties required items minItems maxItems anyOf $ref $defs $id title description format additionalProperties x-openhouse-secret'.split(
    ' ',
  ),
);

function fail(message: string): never {
  throw new Error(message);
}

/**
 * Of a union, the variant that the value was meant to be reports its differences; when the value is of no variant's
 * kind, the union does: "expected a string or null" rather than three sentences.
 */
function unionOf(schema: SchemaNode, variants: readonly Comparison[]): Comparison {
  return {
    isLeaf: variants.every(({ isLeaf }) => isLeaf),
    isKind: (value) => variants.some((variant) => variant.isKind(value)),
    compare(value, place, findings) {
      const meant = variants.filter((variant) => variant.isKind(value));
      if (meant.length === 0) return note(findings, place, schema, value);
      const before = findings.list.length;
      for (const variant of meant) {
        const first = findings.list.length;
        variant.compare(value, place, findings);
        if (findings.list.length > first) continue;
        findings.list.length = before;
        return;
      }
    },
  };
}

function objectOf(schema: SchemaNode, below: (node: unknown) => Comparison): Comparison {
  const properties = (schema.properties ?? {}) as Definitions;
  const required = (schema.required ?? []) as readonly string[];
  const fields = Object.entries(properties).map(([key, node]) => ({ key, field: below(node) }));
  const isKind = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    isLeaf: false,
    isKind,
    compare(value, place, findings) {
      if (!isKind(value)) return note(findings, place, schema, value);
      const object = value as Readonly<Record<string, unknown>>;
      for (const key of required) {
        if (object[key] !== undefined) continue;
        add(findings, {
          kind: 'missing',
          pointer: pointerTo({ above: place, key }, findings),
          expected: wordsOfSchema(properties[key] ?? {}),
          found: 'nothing',
          meaning: 'readers get the record without it',
        });
      }
      for (const { key, field } of fields) {
        const there = object[key];
        if (there === undefined || (field.isLeaf && field.isKind(there))) continue;
        field.compare(there, { above: place, key }, findings);
      }
    },
  };
}

function listOf(schema: SchemaNode, below: (node: unknown) => Comparison): Comparison {
  const element = schema.items === undefined ? undefined : below(schema.items);
  // A list where a number belongs, such as the corners of a flat tag: one notice for the whole list.
  const takesLists = [undefined, 'array'].includes(
    (schema.items as SchemaNode | undefined)?.type as string | undefined,
  );
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema as Readonly<Record<string, number | undefined>>;
  const isKind = (value: unknown) => Array.isArray(value) && value.length >= minItems && value.length <= maxItems;
  return {
    isLeaf: false,
    isKind,
    compare(value, place, findings) {
      let isNoted = !isKind(value);
      if (isNoted) note(findings, place, schema, value);
      if (!Array.isArray(value) || element === undefined) return;
      for (let index = 0; index < value.length; index += 1) {
        const one: unknown = value[index];
        if (element.isLeaf && element.isKind(one)) continue;
        if (takesLists || !Array.isArray(one)) element.compare(one, { above: place, key: index }, findings);
        else if (!isNoted) {
          isNoted = true;
          note(findings, place, schema, value);
        }
        if (findings.list.length >= MAX_FINDINGS) return;
      }
    },
  };
}

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  null: (value) => value === null,
  number: (value) => Number.isFinite(value),
  string: (value) => typeof value === 'string',
};

function scalarOf(schema: SchemaNode): Comparison {
  // A schema without a type takes anything.
  const isKind =
    schema.type === undefined ? () => true : (SCALARS[String(schema.type)] ?? fail(`no type is called ${schema.type}`));
  return {
    isLeaf: true,
    isKind,
    compare(value, place, findings) {
      if (!isKind(value)) note(findings, place, schema, value);
    },
  };
}

/** Notes a value that is not of its schema's kind. */
function note(findings: Findings, place: Place | undefined, schema: SchemaNode, value: unknown): void {
  add(findings, {
    kind: kindOf(value),
    pointer: pointerTo(place, findings),
    expected: wordsOfSchema(schema),
    found: wordsOfValue(value),
    meaning: AS_IT_CAME,
  });
}

const kindOf = (value: unknown): NoticeKind => (value === null ? 'null' : 'other-type');

function add(findings: Findings, found: Found): void {
  if (findings.list.length < MAX_FINDINGS) findings.list.push(found);
}

function pointerTo(place: Place | undefined, { pointer }: Findings): string {
  let below = '';
  for (let at = place; at !== undefined; at = at.above) {
    below = `/${String(at.key).replaceAll('~', '~0').replaceAll('/', '~1')}${below}`;
  }
  return pointer + below;
}
