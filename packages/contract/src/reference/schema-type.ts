import type { JsonObject } from '../openapi/schema-components.ts';

const asObject = (schema: unknown) => schema as JsonObject;

/** Takes the schema out of "schema or null". */
export function withoutNull(schema: JsonObject): { readonly schema: JsonObject; readonly nullable: boolean } {
  const variants = (schema.anyOf ?? []) as JsonObject[];
  const others = variants.filter((variant) => variant.type !== 'null');
  const [only] = others;
  if (variants.length === 0 || others.length === variants.length || others.length > 1 || only === undefined) {
    return { schema, nullable: false };
  }
  return { schema: only, nullable: true };
}

/** @returns The name of a shape that has a table of its own: an object with a title, or a recursive one. */
export function shapeName(schema: JsonObject): string | undefined {
  if (typeof schema.$ref === 'string') return schema.$ref;
  return typeof schema.title === 'string' && schema.type === 'object' ? schema.title : undefined;
}

/**
 * The type of a field in words: `number[3]`, `string or null`.
 * @param nameShape How a named shape is written; plainly when absent.
 */
export function typeInWords(outer: JsonObject, nameShape: (name: string) => string = (name) => name): string {
  const { schema, nullable } = withoutNull(outer);
  return typeWithoutNull(schema, nameShape) + (nullable ? ' or null' : '');
}

function typeWithoutNull(schema: JsonObject, nameShape: (name: string) => string): string {
  const name = shapeName(schema);
  if (name !== undefined) return nameShape(name);
  if (schema.type === 'array') {
    const length = schema.minItems !== undefined && schema.minItems === schema.maxItems ? String(schema.minItems) : '';
    return `${typeInWords(asObject(schema.items), nameShape)}[${length}]`;
  }
  if (Array.isArray(schema.anyOf)) {
    return schema.anyOf.map((variant) => typeInWords(asObject(variant), nameShape)).join(' or ');
  }
  return typeof schema.type === 'string' ? schema.type : 'anything';
}
