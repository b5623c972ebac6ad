import type { ScannedRecord } from './records.ts';
import { scanJson } from './scan.ts';

/** Name → JSON text of the value. */
export type NewMembers = Readonly<Record<string, string>>;

/**
 * Sets members of a JSON object without touching any other byte: values are replaced in place, new members come last.
 *
 * @param json An object.
 * @returns The minified object; the given buffer when nothing changes.
 */
export function withMembers(json: Buffer, members: NewMembers): Buffer {
  return spliced(json, [], [members]);
}

/**
 * The same for the objects of a list.
 *
 * @param path Of the list, from the root.
 * @param members By position in the list; undefined for an object that stays as it is.
 */
export function withMembersInList(
  json: Buffer,
  path: readonly string[],
  members: readonly (NewMembers | undefined)[],
): Buffer {
  return spliced(json, path, members);
}

function spliced(json: Buffer, path: readonly string[], members: readonly (NewMembers | undefined)[]): Buffer {
  const fields = [...new Set(members.flatMap((one) => Object.keys(one ?? {})))];
  const { json: minified, records } = scanJson(json, { path, fields });
  const parts: Buffer[] = [];
  let at = 0;
  for (const [position, one] of members.entries()) {
    if (one === undefined) continue;
    const record = records[position];
    if (record === undefined || minified[record.offset] !== OPEN_OBJECT) throw new Error('only an object has members');
    for (const { offset, length, value } of editsOf(record, one)) {
      parts.push(minified.subarray(at, offset), value);
      at = offset + length;
    }
  }
  parts.push(minified.subarray(at));
  const whole = Buffer.concat(parts);
  return whole.equals(json) ? json : whole;
}

const OPEN_OBJECT = 0x7b;

/** What of an object is replaced, in the order of the bytes; nothing is replaced where members are added. */
function editsOf({ offset, length, fields }: ScannedRecord, members: NewMembers) {
  const replaced = Object.entries(members)
    .flatMap(([name, value]) => ({ span: fields[name], value: Buffer.from(value) }))
    .flatMap(({ span, value }) => (span === undefined ? [] : [{ ...span, value }]))
    .sort((left, right) => left.offset - right.offset);
  const added = Object.entries(members)
    .filter(([name]) => fields[name] === undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  const comma = length === 2 || added.length === 0 ? '' : ',';
  return [...replaced, { offset: offset + length - 1, length: 0, value: Buffer.from(`${comma}${added.join(',')}`) }];
}
