import type { JsonObject } from '../openapi/schema-components.ts';
import { shapeName, typeInWords, withoutNull } from './schema-type.ts';

/** One field of a payload, with those inside it. */
export interface PayloadField {
  readonly name: string;
  /** In words, without null: `number[3]`, `Observer[]`. */
  readonly type: string;
  readonly required: boolean;
  readonly nullable: boolean;
  /** Meaning, with the unit. */
  readonly description: string;
  /** The unit that the meaning names; absent for texts, counts and the like. */
  readonly unit?: string;
  /** Fields of the object, or of each entry of the list. */
  readonly fields: readonly PayloadField[];
  /** Set where a shape contains itself: the name of the shape, whose fields are listed above. */
  readonly again?: string;
}

/** Units as the descriptions of the contract name them. */
const UNITS = /\b(?:in|as|of) (radians|degrees|metres|seconds|milliseconds|pixels|bytes|percent)\b/;

/** @returns The unit in a description, if any. */
export function unitOf(description: string): string | undefined {
  if (/Unix timestamp in milliseconds/.test(description)) return 'milliseconds since 1970';
  if (/Unix timestamp in seconds/.test(description)) return 'seconds since 1970';
  return UNITS.exec(description)?.[1];
}

/** The fields of a payload as a tree; a list has the fields of its entries. */
export function payloadFields(root: JsonObject): readonly PayloadField[] {
  const definitions = (root.$defs ?? {}) as Readonly<Record<string, JsonObject>>;
  const start = typeof root.$ref === 'string' ? definitions[root.$ref] : undefined;
  return fieldsOfObject(start ?? root, start === undefined ? [] : [String(root.$ref)]);
}

/** @param above Shapes that contain the object. */
function fieldsOfObject(schema: JsonObject, above: readonly string[]): readonly PayloadField[] {
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(([name, outer]) => {
    const { schema: inner, nullable } = withoutNull(outer);
    const description = String(outer.description ?? '');
    const unit = unitOf(description);
    return {
      name,
      type: typeInWords(inner),
      required: required.has(name),
      nullable,
      description,
      ...(unit === undefined ? {} : { unit }),
      ...inside(inner, above),
    };
  });
}

/** The fields inside a field. */
function inside(outer: JsonObject, above: readonly string[]): Pick<PayloadField, 'fields' | 'again'> {
  const { schema } = withoutNull(outer);
  if (schema.type === 'array') return inside(schema.items as JsonObject, above);
  const name = shapeName(schema);
  if (name !== undefined && above.includes(name)) return { fields: [], again: name };
  return { fields: fieldsOfObject(schema, name === undefined ? above : [...above, name]) };
}
