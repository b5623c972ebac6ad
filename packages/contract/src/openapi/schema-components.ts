/** A JSON object, on its way into the document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Moves named shapes out of schemas into the document's components, so that a generated client has one type for each.
 * A schema is named by its `title`, a recursive one by its key in `$defs`.
 */
export interface SchemaComponents {
  /** @returns The schema with each named shape replaced by a reference. */
  readonly refer: (schema: unknown) => unknown;
  /** Puts a schema under a name of its own. @returns A reference to it. */
  readonly name: (name: string, schema: unknown) => JsonObject;
  /** The shapes found so far, by name. */
  readonly found: () => Record<string, unknown>;
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Keywords whose value is a map from names to schemas; a key there is no keyword, whatever it is called. */
const MAPS_OF_SCHEMAS = new Set(['properties', '$defs', 'patternProperties']);
/** Keywords whose value is an instance: copied as it stands. */
const INSTANCES = new Set(['enum', 'const', 'default', 'examples', 'example']);

export function schemaComponents(): SchemaComponents {
  const shapes = new Map<string, unknown>();

  function name(name: string, schema: unknown): JsonObject {
    const known = shapes.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different shapes are called ${name}. Give one of them another title.`);
    }
    shapes.set(name, schema);
    return reference(name);
  }

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer);
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $defs, $ref, $id: _, title, description, ...keywords } = schema as JsonObject;
    for (const [key, definition] of Object.entries(($defs ?? {}) as JsonObject)) name(key, refer(definition));
    const described = description === undefined ? {} : { description };
    if (typeof $ref === 'string') return { ...reference($ref), ...described };
    const rest = Object.fromEntries(Object.entries(keywords).map(([key, value]) => [key, referKeyword(key, value)]));
    return typeof title === 'string' ? { ...name(title, rest), ...described } : { ...described, ...rest };
  }

  function referKeyword(key: string, value: unknown): unknown {
    if (INSTANCES.has(key)) return value;
    if (!MAPS_OF_SCHEMAS.has(key)) return refer(value);
    return Object.fromEntries(Object.entries(value as JsonObject).map(([name, schema]) => [name, refer(schema)]));
  }

  return { refer, name, found: () => Object.fromEntries([...shapes].sort(([a], [b]) => (a < b ? -1 : 1))) };
}
