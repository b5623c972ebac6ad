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
  const findings = findingsOf(validator, value);
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
