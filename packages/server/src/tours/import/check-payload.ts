import { type ReadName, readEndpoints } from '@openhouse/contract';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { ImportNotice, NoticeKind } from './problem.ts';
import { type SchemaNode, wordsOfSchema, wordsOfValue } from './words.ts';

/** Most findings asked of the validator; one wrong value in a union makes several. */
const MAX_FINDINGS = 500;

interface Finding {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

const validators = new Map<ReadName, Validator>();

/** Compiling takes some milliseconds: once an operation, when its first file comes. */
function validatorOf(name: ReadName): Validator {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const endpoint = readEndpoints.find((candidate) => candidate.name === name);
  if (endpoint === undefined) throw new Error(`no read is called ${name}`);
  const validator: Validator = Compile(endpoint.data);
  validators.set(name, validator);
  return validator;
}

/**
 * Compares a payload with the contract's schema of its operation: every place where readers get something else than the
 * contract describes. Unknown fields are none.
 * @param pointer JSON pointer of the payload in its file.
 */
export function payloadNotices(name: ReadName, value: unknown, file: string, pointer = ''): ImportNotice[] {
  const validator = validatorOf(name);
  if (validator.Check(value)) return [];
  const schema = validator.Type() as SchemaNode;
  const { reduced, original } = withoutSoundElements(schema, value);
  const findings = findingsOf(validator, reduced).map((finding) => ({
    ...finding,
    instancePath: original(finding.instancePath),
  }));
  const notices = listsOfLists(relevant(findings), value).flatMap((finding) =>
    noticesOf(finding, schema, value).map((notice) => ({ file, ...notice, pointer: pointer + notice.pointer })),
  );
  if (findings.length < MAX_FINDINGS) return notices;
  const found = 'more differences than are listed';
  return [
    ...notices,
    { kind: 'other-type', file, pointer, expected: 'a payload of the contract', found, meaning: AS_IT_CAME },
  ];
}

/** Lists with fewer elements are not worth a validator of their elements. */
const LONG_LIST = 4;

/** Validator of a list's elements by the list's schema; undefined where there can be none. */
const elementValidators = new WeakMap<SchemaNode, Validator | undefined>();

/**
 * Finding out what is wrong takes a hundred times as long as finding out whether anything is. The long lists of a payload,
 * its own and those of its objects, are reduced to the elements that are not as described.
 * @returns `original` turns a pointer into the reduced payload into one into the whole.
 */
function withoutSoundElements(root: SchemaNode, value: unknown) {
  const places: { readonly prefix: string; readonly indexes: readonly number[] }[] = [];
  const reduce = (schema: SchemaNode, given: unknown, pointer: string, depth: number): unknown => {
    if (typeof given !== 'object' || given === null) return given;
    if (Array.isArray(given)) {
      const sound = given.length < LONG_LIST ? undefined : elementsOf(schema);
      if (sound === undefined) return given;
      const indexes = given.flatMap((element, index) => (sound.Check(element) ? [] : [index]));
      places.push({ prefix: `${pointer}/`, indexes });
      return indexes.map((index) => withoutSoundNumbers(schema.items as SchemaNode, given[index]));
    }
    const properties = schema.properties as Readonly<Record<string, SchemaNode>> | undefined;
    if (properties === undefined || depth === 2) return given;
    const copy: Record<string, unknown> = { ...given };
    for (const key of Object.keys(properties)) {
      if (Object.hasOwn(copy, key))
        copy[key] = reduce(properties[key] ?? {}, copy[key], `${pointer}/${key}`, depth + 1);
    }
    return copy;
  };
  const reduced = reduce(root, value, '', 0);
  const original = (pointer: string): string => {
    const place = places.find(({ prefix }) => pointer.startsWith(prefix));
    if (place === undefined) return pointer;
    const [index = '', ...rest] = pointer.slice(place.prefix.length).split('/');
    return [`${place.prefix}${place.indexes[Number(index)]}`, ...rest].join('/');
  };
  return { reduced, original };
}

/** The same record without the numbers of its lists, where all of them are as described. */
function withoutSoundNumbers({ properties = {} }: SchemaNode, record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  const copy: Record<string, unknown> = { ...record };
  for (const [key, list] of Object.entries(properties as Readonly<Record<string, SchemaNode>>)) {
    const numbers = copy[key];
    const wanted = (list.items as SchemaNode | undefined)?.type;
    if (!Array.isArray(numbers) || list.minItems !== undefined || list.maxItems !== undefined) continue;
    const isSound = wanted === 'integer' ? Number.isInteger : wanted === 'number' ? Number.isFinite : undefined;
    // Bounds of single numbers are the validator's business.
    const isBare =
      isSound !== undefined && Object.keys(list.items as SchemaNode).every((word) => KNOWN_WORDS.has(word));
    if (isBare && numbers.every(isSound)) copy[key] = [];
  }
  return copy;
}

/** Keywords that say nothing beyond the type. */
const KNOWN_WORDS: ReadonlySet<string> = new Set(['type', 'description', 'title', 'examples']);

/** The validator of a list's elements; undefined where the list cannot be judged element by element. */
function elementsOf(list: SchemaNode): Validator | undefined {
  if (elementValidators.has(list)) return elementValidators.get(list);
  const { type, items, minItems, maxItems } = list;
  const isPlain = type === 'array' && (items as SchemaNode | undefined)?.type === 'object';
  const standsAlone =
    isPlain && minItems === undefined && maxItems === undefined && !JSON.stringify(items).includes('"$ref"');
  const validator = standsAlone ? (Compile(items as never) as Validator) : undefined;
  elementValidators.set(list, validator);
  return validator;
}

const AS_IT_CAME = 'served as it came, so a strict client may fail on it';

function findingsOf(validator: Validator, value: unknown): Finding[] {
  // The validator's own limit is a setting of the whole process; it is put back before anything else can run.
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: MAX_FINDINGS });
  try {
    return validator.Errors(value) as Finding[];
  } finally {
    Settings.Set({ maxErrors });
  }
}

/**
 * Of a union's findings keeps those of the variant that the value was meant to be, and the union's own otherwise:
 * "expected a string or null" rather than three sentences.
 */
function relevant(findings: readonly Finding[]): Finding[] {
  const dropped = new Set<Finding>();
  for (const union of findings.filter(({ keyword }) => keyword === 'anyOf')) {
    const below = findings.filter(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/anyOf/`));
    const variantOf = ({ schemaPath }: Finding) => schemaPath.slice(union.schemaPath.length + 7).split('/', 1)[0];
    const missed = new Set(
      below
        .filter(({ keyword, instancePath }) => keyword !== 'required' && instancePath === union.instancePath)
        .map(variantOf),
    );
    const meant = below.filter((finding) => !missed.has(variantOf(finding)));
    for (const finding of below) if (meant.length === 0 || !meant.includes(finding)) dropped.add(finding);
    if (meant.length > 0) dropped.add(union);
  }
  return findings.filter((finding) => !dropped.has(finding));
}

/** Lists where numbers belong, such as the corners of a flat tag: one finding of the whole list, not one of each element. */
function listsOfLists(findings: readonly Finding[], value: unknown): Finding[] {
  const seen = new Set<string>();
  return findings.flatMap((finding) => {
    const { keyword, schemaPath, instancePath } = finding;
    if (keyword !== 'type' || !schemaPath.endsWith('/items') || !Array.isArray(valueAt(value, instancePath))) {
      return [finding];
    }
    const list = instancePath.slice(0, instancePath.lastIndexOf('/'));
    if (seen.has(list)) return [];
    seen.add(list);
    return [{ ...finding, schemaPath: schemaPath.slice(0, -'/items'.length), instancePath: list }];
  });
}

function noticesOf(finding: Finding, root: SchemaNode, value: unknown): Omit<ImportNotice, 'file'>[] {
  const schema = schemaAt(root, finding.schemaPath);
  const { instancePath } = finding;
  if (finding.keyword === 'required') {
    const { requiredProperties } = finding.params as { requiredProperties: readonly string[] };
    return requiredProperties.map((key) => ({
      kind: 'missing',
      pointer: `${instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      expected: wordsOfSchema((schema.properties as Record<string, SchemaNode> | undefined)?.[key] ?? {}),
      found: 'nothing',
      meaning: 'readers get the record without it',
    }));
  }
  const isKind = ['type', 'const', 'enum', 'anyOf', 'minItems', 'maxItems'].includes(finding.keyword);
  const expected = isKind ? wordsOfSchema(schema) : `${wordsOfSchema(schema)}: ${finding.message}`;
  const there = valueAt(value, instancePath);
  const kind: NoticeKind = there === null ? 'null' : 'other-type';
  return [{ kind, pointer: instancePath, expected, found: wordsOfValue(there), meaning: AS_IT_CAME }];
}

const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

function valueAt(value: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce<unknown>((parent, key) => (parent as Record<string, unknown> | null)?.[key], value);
}

/** @param schemaPath As the validator reports it: `#/properties/…`, references followed without a trace. */
function schemaAt(root: SchemaNode, schemaPath: string): SchemaNode {
  const definitions = (root.$defs ?? {}) as Readonly<Record<string, SchemaNode>>;
  const followed = (node: SchemaNode): SchemaNode =>
    typeof node.$ref === 'string' ? (definitions[node.$ref] ?? node) : node;
  return segmentsOf(schemaPath).reduce<SchemaNode>(
    (node, key) => followed((node[key] ?? {}) as SchemaNode),
    followed(root),
  );
}
