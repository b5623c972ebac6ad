import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { scanJson } from '../../kernel/json/scan.ts';
import { GatewayError } from './gateway-error.ts';
import type { FieldReader, Pair } from './query.ts';

/**
 * A JSON object as names and values for a field reader: texts and numbers as written, null as absent.
 * @throws {GatewayError} err_parameter_invalid for what two parsers would read differently, such as a key that occurs
 *   twice, and for what is no object of plain values.
 */
export function pairsOfJson(body: Buffer): Pair[] {
  const parsed = parse(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalid('The body is not a JSON object. Send one object.');
  }
  return Object.entries(parsed).flatMap(([name, value]): Pair[] => {
    if (value === null) return [];
    if (typeof value === 'object')
      throw invalid('A value in the body is a list or an object. Send a text or a number.');
    return [[name, String(value)]];
  });
}

/**
 * @param readFields Of the same schema with every field as a text.
 * @returns A reader of JSON bodies of this shape, which accepts numbers as texts too.
 */
export function jsonBodyReader<Schema extends TObject>(
  schema: Schema,
  readFields: FieldReader,
): (body: Buffer) => Static<Schema> {
  const validator = Compile(schema);
  const takes = Object.entries(schema.properties)
    .map(([name, property]) => `${name} takes ${(property as { description?: string }).description ?? 'a value'}`)
    .join('; ');
  return (body) => {
    const { values: texts, ignored } = readFields.ofPairs(pairsOfJson(body));
    // A call that changes something must not ignore what it does not understand.
    if (ignored.length > 0)
      throw invalid(`The body holds ${ignored.join(', ')}. In the body ${takes}, and nothing else is taken.`);
    const values = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, ofType(schema, name, text)]));
    if (validator.Check(values)) return values;
    const [error] = validator.Errors(values);
    throw invalid(
      `The body is malformed at ${error?.instancePath || '/'}. In the body ${takes}, and nothing else is taken.`,
    );
  };
}

/** A number where the schema has one and the text is one; otherwise the text, for the validator to refuse. */
function ofType(schema: TObject, name: string, text: string): string | number {
  const { type } = schema.properties[name] as { readonly type?: string };
  return type === 'integer' && /^-?(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

function parse(body: Buffer): unknown {
  // Parsers differ about it, and RFC 8259, 8.1 forbids sending it.
  if (body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
    throw invalid('The body begins with a byte order mark. Send JSON without one.');
  }
  try {
    const { json, duplicates } = scanJson(body);
    const [duplicate] = duplicates;
    if (duplicate === undefined) return JSON.parse(json.toString());
  } catch {
    throw invalid('The body is not valid JSON in UTF-8. Send one JSON object.');
  }
  throw invalid('The body names a key twice. Name each once.');
}

function invalid(message: string): GatewayError {
  return new GatewayError('err_parameter_invalid', message);
}
