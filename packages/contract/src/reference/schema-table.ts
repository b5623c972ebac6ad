import type { JsonObject } from '../openapi/schema-components.ts';
import { shapeName, typeInWords, withoutNull } from './schema-type.ts';

/** One row of a payload's table. */
export interface FieldRow {
  /** Path below the payload: `observers[].position`. */
  readonly field: string;
  /** Type in words, with Markdown links to named shapes. */
  readonly type: string;
  readonly presence: 'always' | 'may be missing';
  /** Meaning and unit. */
  readonly description: string;
}

/** The tables of a schema, for a page. */
export interface SchemaTable {
  readonly rows: readonly FieldRow[];
  /** Named shapes that occur in the rows or below them, by name. */
  readonly shapes: ReadonlyMap<string, JsonObject>;
}

const asObject = (schema: unknown) => schema as JsonObject;
const link = (name: string) => `[${name}](#${name.toLowerCase()})`;

/** Tabulates the fields of an object, with those of unnamed objects and lists inside it. */
export function schemaTable(root: JsonObject): SchemaTable {
  const shapes = new Map<string, JsonObject>();
  const rows: FieldRow[] = [];

  /** Adds the fields below `outer`, unless it is a named shape: then those get a table of their own. */
  function descend(outer: JsonObject, path: string): void {
    const { schema } = withoutNull(outer);
    const name = shapeName(schema);
    if (schema.type === 'array') descend(asObject(schema.items), `${path}[]`);
    else if (name === undefined) addFields(schema, path);
    // A reference inside a recursive shape names one that is already noted under its definition.
    else if (schema.type === 'object') shapes.set(name, schema);
  }

  function addFields(schema: JsonObject, path: string): void {
    const required = new Set((schema.required ?? []) as string[]);
    for (const [key, child] of Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)) {
      const field = path === '' ? key : `${path}.${key}`;
      const presence = required.has(key) ? 'always' : 'may be missing';
      rows.push({ field, type: typeInWords(child, link), presence, description: String(child.description ?? '') });
      descend(child, field);
    }
  }

  const definition = typeof root.$ref === 'string' ? asObject(asObject(root.$defs)[root.$ref]) : undefined;
  if (definition !== undefined && typeof root.$ref === 'string') shapes.set(root.$ref, definition);
  addFields(definition ?? root, '');
  return { rows, shapes };
}
