type Schema = Readonly<Record<string, unknown>>;

/** A field of a payload, as an independent reader of its JSON Schema sees it. */
export interface SchemaField {
  /** `observers[].position` */
  readonly path: string;
  /** `string`, `number[3]`, `object`; `null` as an alternative is left out. */
  readonly kind: string;
  readonly description: string;
  readonly nullable: boolean;
}

const variantsOf = (schema: Schema) => (schema.anyOf ?? [schema]) as Schema[];
const isNull = (schema: Schema) => schema.type === 'null';

function kindOf(schema: Schema): string {
  if (schema.type === 'array') {
    const length = schema.minItems !== undefined && schema.minItems === schema.maxItems ? String(schema.minItems) : '';
    return `${kindOf(schema.items as Schema)}[${length}]`;
  }
  if (schema.anyOf)
    return variantsOf(schema)
      .filter((variant) => !isNull(variant))
      .map(kindOf)
      .sort()
      .join('|');
  if (schema.$ref) return 'object';
  return typeof schema.type === 'string' ? schema.type : 'any';
}

/** All fields of a schema, parents before children. A recursive reference is not followed a second time. */
export function fieldsOf(root: unknown): SchemaField[] {
  const definitions = ((root as Schema).$defs ?? {}) as Record<string, Schema>;
  const seen = new Set<unknown>();

  function below(schema: Schema, path: string): SchemaField[] {
    if (typeof schema.$ref === 'string') {
      if (seen.has(schema.$ref)) return [];
      seen.add(schema.$ref);
      return below(definitions[schema.$ref] ?? {}, path);
    }
    if (schema.anyOf) return variantsOf(schema).flatMap((variant) => below(variant, path));
    if (schema.type === 'array') return below(schema.items as Schema, `${path}[]`);
    return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, child]) => {
      const field = path === '' ? name : `${path}.${name}`;
      const nullable = variantsOf(child).some(isNull);
      const description = String(child.description ?? '');
      return [{ path: field, kind: kindOf(child), description, nullable }, ...below(child, field)];
    });
  }

  return below(root as Schema, '');
}

/** The paths that occur in a value, in the same spelling. */
export function pathsIn(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((element) => [...pathsIn(element, `${path}[]`)]));
  if (typeof value !== 'object' || value === null) return new Set();
  const entries = Object.entries(value).map(
    ([name, child]) => [path === '' ? name : `${path}.${name}`, child] as const,
  );
  return new Set(entries.flatMap(([field, child]) => [field, ...pathsIn(child, field)]));
}
