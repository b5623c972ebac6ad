const MAX_QUOTED_CHARACTERS = 40;
const MAX_LISTED_KEYS = 8;

/** Describes a value in a few words, without its whole content. */
export function wordsOfValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number beyond the range of a double';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  const listed = keys.slice(0, MAX_LISTED_KEYS).map(quoted).join(', ');
  return `an object with ${listed}${keys.length > MAX_LISTED_KEYS ? ` and ${keys.length - MAX_LISTED_KEYS} more` : ''}`;
}

/** A text for use in a message: escaped and shortened. */
export function quoted(text: string): string {
  const characters = [...text];
  const cut = characters.length > MAX_QUOTED_CHARACTERS;
  return JSON.stringify(cut ? `${characters.slice(0, MAX_QUOTED_CHARACTERS).join('')}…` : text);
}

/** A JSON Schema, loosely: only the keywords of the contract's schemas are read. */
export type SchemaNode = Readonly<Record<string, unknown>>;

const TYPE_WORDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/** Describes in a few words what a schema takes. */
export function wordsOfSchema(schema: SchemaNode): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (Array.isArray(schema.anyOf))
    return schema.anyOf.map((variant) => wordsOfSchema(variant as SchemaNode)).join(' or ');
  if (schema.type === 'array') return wordsOfArray(schema);
  return TYPE_WORDS[String(schema.type)] ?? 'a value';
}

function wordsOfArray({ items, minItems, maxItems }: SchemaNode): string {
  const kind = (items as SchemaNode | undefined)?.type;
  const elements = typeof kind === 'string' ? `${kind}s` : 'values';
  if (minItems === undefined || minItems !== maxItems)
    return kind === undefined ? 'an array' : `an array of ${elements}`;
  return `an array of ${String(minItems)} ${elements}`;
}
