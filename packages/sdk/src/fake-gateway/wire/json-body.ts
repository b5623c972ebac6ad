// Generated from the contract by `npm run reference`: change the contract instead.

import type { FieldReader, FieldsSchema, Pair, ReadFields } from './fields.ts';
import { InputRefused } from './input-refused.ts';

/**
 * A JSON object as names and values for a field reader: texts and numbers as written, null as absent.
 * @param bytes One character per byte.
 * @throws {InputRefused} err_parameter_invalid for what two parsers would read differently, such as a key that occurs
 *   twice, and for what is no object of plain values.
 */
export function pairsOfJson(bytes: string): Pair[] {
  // Parsers differ about it, and RFC 8259, 8.1 forbids sending it.
  if (bytes.startsWith(BYTE_ORDER_MARK)) {
    throw invalid('The body begins with a byte order mark. Send JSON without one.');
  }
  const { text, parsed } = parse(bytes);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalid('The body is not a JSON object. Send one object.');
  }
  const entries = Object.entries(parsed);
  if (entries.some(([, value]) => typeof value === 'object' && value !== null)) {
    throw invalid('A value in the body is a list or an object. Send a text or a number.');
  }
  if (keysIn(text) > entries.length) throw invalid('The body names a key twice. Name each once.');
  return entries.flatMap(([name, value]): Pair[] => (value === null ? [] : [[name, String(value)]]));
}

/**
 * @param readFields Of the same schema.
 * @returns A reader of JSON bodies that refuses what the schema does not declare.
 */
export function jsonFieldReader({ properties }: FieldsSchema, readFields: FieldReader): (bytes: string) => ReadFields {
  const takes = Object.entries(properties)
    .map(([name, { description = 'a value' }]) => `${name} takes ${description}`)
    .join('; ');
  return (bytes) => {
    const read = readFields.ofPairs(pairsOfJson(bytes));
    // A call that changes something must not ignore what it does not understand.
    if (read.ignored.length > 0)
      throw invalid(`The body holds ${read.ignored.join(', ')}. In the body ${takes}, and nothing else is taken.`);
    return read;
  };
}

/** U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

function parse(bytes: string): { readonly text: string; readonly parsed: unknown } {
  try {
    // Escaped, so that what is no UTF-8 is refused.
    const escaped = bytes.replaceAll(/[%\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
    const text = decodeURIComponent(escaped);
    return { text, parsed: JSON.parse(text) };
  } catch {
    throw invalid(`The body is ${bytes === '' ? 'empty' : 'not valid JSON in UTF-8'}. Send one JSON object.`);
  }
}

/** How many keys a JSON object of plain values has, those that occur again included: texts before a colon. */
function keysIn(text: string): number {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)].filter(([, colon]) => colon !== '').length;
}

function invalid(message: string): InputRefused {
  return new InputRefused('err_parameter_invalid', message);
}
