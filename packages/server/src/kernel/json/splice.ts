import { scanJson } from './scan.ts';

/**
 * Sets members of a JSON object without touching any other byte: values are replaced in place, new members come last.
 *
 * @param json An object.
 * @param members Name → JSON text of the value.
 * @returns The minified object; the given buffer when nothing changes.
 */
export function withMembers(json: Buffer, members: Readonly<Record<string, string>>): Buffer {
  const { json: minified, records } = scanJson(json, { path: [], fields: Object.keys(members) });
  const [root] = records;
  if (root === undefined) throw new Error('only an object has members');
  const replaced = Object.entries(members)
    .flatMap(([name, value]) => ({ span: root.fields[name], value: Buffer.from(value) }))
    .flatMap(({ span, value }) => (span === undefined ? [] : [{ ...span, value }]))
    .sort((left, right) => left.offset - right.offset);
  const parts: Buffer[] = [];
  let at = 0;
  for (const { offset, length, value } of replaced) {
    parts.push(minified.subarray(at, offset), value);
    at = offset + length;
  }
  parts.push(minified.subarray(at, -1));
  let isEmpty = minified.length === 2;
  for (const [name, value] of Object.entries(members)) {
    if (root.fields[name] !== undefined) continue;
    parts.push(Buffer.from(`${isEmpty ? '' : ','}${JSON.stringify(name)}:${value}`));
    isEmpty = false;
  }
  parts.push(minified.subarray(-1));
  const spliced = Buffer.concat(parts);
  return spliced.equals(json) ? json : spliced;
}
