/** Widest line of a bundle's JSON, in characters. */
const LINE_WIDTH = 120;

/**
 * Writes JSON with two blanks of indentation; what fits into a line stays on one.
 * @param value Numbers may be bigints, which are written digit by digit.
 * @throws {TypeError} for a number that JSON cannot hold or that has lost digits: an integer beyond 2^53 must be a bigint.
 */
export function writeJson(value: unknown): string {
  return `${expanded(value, '')}\n`;
}

function expanded(value: unknown, indent: string): string {
  const line = compact(value);
  if (line.length + indent.length <= LINE_WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((element) => inner + expanded(element, inner))
    : membersOf(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${expanded(member, inner)}`);
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

function compact(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = membersOf(value).map(([key, member]) => `${JSON.stringify(key)}: ${compact(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Members without a value are left out, as JSON.stringify does. */
function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new TypeError(`${value} may have lost digits: write integers beyond 2^53 as bigint`);
  return JSON.stringify(value);
}
