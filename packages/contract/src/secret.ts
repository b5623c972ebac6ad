import type { TSchema } from 'typebox';

/** The annotation that marks a field whose value must never reach a log, URL, error or metric. */
export const SECRET_MARK = 'x-openhouse-secret';

/** Marks a field as secret: redaction and tests are derived from the mark. */
export function secret<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [SECRET_MARK]: true };
}

/** @returns The dotted paths of all fields marked secret in a schema; `*` stands for any array index or key. */
export function secretPaths(schema: unknown, path: readonly string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Record<string, unknown>;
  const here = node[SECRET_MARK] === true ? [path.join('.')] : [];
  const properties = Object.entries((node.properties ?? {}) as Record<string, unknown>);
  const variants = [node.anyOf, node.oneOf, node.allOf].filter(Array.isArray).flat();
  return [
    ...here,
    ...properties.flatMap(([name, child]) => secretPaths(child, [...path, name])),
    ...secretPaths(node.items, [...path, '*']),
    ...variants.flatMap((variant) => secretPaths(variant, path)),
  ];
}
