import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { scanJson } from '../../kernel/json/scan.ts';
import { GatewayError } from './gateway-error.ts';

/**
 * @returns A reader of JSON bodies of this shape. It refuses what two parsers would read differently, such as a key
 * that occurs twice.
 */
export function jsonBodyReader<Schema extends TObject>(schema: Schema): (body: Buffer) => Static<Schema> {
  const validator = Compile(schema);
  const takes = Object.entries(schema.properties)
    .map(([name, property]) => `${name} takes ${(property as { description?: string }).description ?? 'a value'}`)
    .join('; ');
  return (body) => {
    const parsed = parse(body);
    if (validator.Check(parsed)) return parsed;
    const [error] = validator.Errors(parsed);
    throw invalid(
      `The body is malformed at ${error?.instancePath || '/'}. In the body ${takes}, and nothing else is taken.`,
    );
  };
}

function parse(body: Buffer): unknown {
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
