/**
 * JSON as it was sent: scalars keep their digits and escapes, because ids above 2^53 would not survive a JavaScript
 * number.
 */
export type JsonNode =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'record'; readonly fields: readonly (readonly [name: string, value: JsonNode])[] };

/** A text is read piece by piece, not character by character: one of ten megabytes would overflow the stack. */
const TOKEN = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s[\]{}:,"]+)/y;

/** Nested deeper than this is no tour data: an import takes 256 levels, and the envelope is one more. */
const MAX_DEPTH = 257;

/** @throws {SyntaxError} The text is no JSON. */
export function parseJson(text: string): JsonNode {
  // The platform's own parser judges; what follows may then trust the text.
  JSON.parse(text);
  const tokens = new RegExp(TOKEN);
  const next = (): string => tokens.exec(text)?.[1] ?? '';

  const nodeOf = (token: string, depth: number): JsonNode => {
    if (depth > MAX_DEPTH) throw new SyntaxError('The JSON is nested too deeply.');
    if (token === '[') return { kind: 'list', items: itemsUntil(depth) };
    if (token === '{') return { kind: 'record', fields: fieldsUntil(depth) };
    return { kind: 'scalar', text: token };
  };
  const itemsUntil = (depth: number): JsonNode[] => {
    const items: JsonNode[] = [];
    for (let token = next(); token !== ']' && token !== ''; token = next()) {
      if (token !== ',') items.push(nodeOf(token, depth + 1));
    }
    return items;
  };
  const fieldsUntil = (depth: number): (readonly [string, JsonNode])[] => {
    const fields: (readonly [string, JsonNode])[] = [];
    for (let token = next(); token !== '}' && token !== ''; token = next()) {
      if (token === ',') continue;
      next(); // the colon
      fields.push([String(JSON.parse(token)), nodeOf(next(), depth + 1)]);
    }
    return fields;
  };
  return nodeOf(next(), 0);
}

/** @returns The value at a path of field names and list positions; undefined when there is none. */
export function nodeAt(node: JsonNode | undefined, path: readonly (string | number)[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>((at, step) => {
    if (at?.kind === 'list' && typeof step === 'number') return at.items[step];
    if (at?.kind === 'record') return at.fields.find(([name]) => name === step)?.[1];
    return undefined;
  }, node);
}
