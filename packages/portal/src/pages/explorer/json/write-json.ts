import type { JsonNode } from './parse-json.ts';

/** A list or record that fits into this many characters stays on one line. */
const LINE = 64;
const INDENT = '  ';

/** @returns The node on one line. */
export function inOneLine(node: JsonNode): string {
  switch (node.kind) {
    case 'scalar':
      return node.text;
    case 'list':
      return `[${node.items.map(inOneLine).join(', ')}]`;
    case 'record':
      return node.fields.length === 0
        ? '{}'
        : `{ ${node.fields.map(([name, value]) => `${JSON.stringify(name)}: ${inOneLine(value)}`).join(', ')} }`;
  }
}

/** @returns The node on as many lines as it needs to be read. */
export function inLines(node: JsonNode, indent = ''): string {
  if (node.kind === 'scalar') return node.text;
  const short = inOneLine(node);
  if (short.length <= LINE - indent.length) return short;
  const deeper = `${indent}${INDENT}`;
  const lines =
    node.kind === 'list'
      ? node.items.map((item) => `${deeper}${inLines(item, deeper)}`)
      : node.fields.map(([name, value]) => `${deeper}${JSON.stringify(name)}: ${inLines(value, deeper)}`);
  const [open, close] = node.kind === 'list' ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** @returns The node without one of its fields' items, so that what surrounds a long list can be shown. */
export function withoutItems(node: JsonNode, names: readonly string[]): JsonNode {
  if (node.kind !== 'record') return node;
  return {
    kind: 'record',
    fields: node.fields.map(([name, value]) =>
      names.includes(name) && value.kind === 'list'
        ? [name, { kind: 'list', items: value.items.length === 0 ? [] : [{ kind: 'scalar', text: '…' }] }]
        : [name, value],
    ),
  };
}
