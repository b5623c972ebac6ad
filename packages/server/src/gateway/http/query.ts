import type { TObject } from 'typebox';
import { GatewayError } from './gateway-error.ts';

/** One parameter as the contract declares it: text on the wire. */
interface Field {
  readonly name: string;
  readonly required: boolean;
  /** Completes the sentence "<name> takes …". */
  readonly takes: string;
  readonly accepts: (value: string) => boolean;
}

interface FieldSchema {
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

/** More parameters than any operation takes; beyond it the text is not worth splitting. */
const MAX_PARAMETERS = 32;

/** Reads `name=value&…` of a query or a form, strictly, against the fields that the contract declares. */
export type FieldReader = (text: string) => Readonly<Record<string, string>>;

/**
 * @param schema Object of string fields.
 * @returns A reader that throws {GatewayError} err_parameter_invalid (or err_parse_resource_code_failed for the
 * resource code), naming the parameter and what it takes.
 */
export function fieldReader(schema: TObject): FieldReader {
  const required = new Set<string>(schema.required ?? []);
  const fields: Field[] = Object.entries(schema.properties).map(([name, property]) =>
    fieldOf(name, property as FieldSchema, required.has(name)),
  );
  const known = new Set(fields.map(({ name }) => name));
  const knownList = fields.length === 0 ? 'none' : fields.map(({ name }) => name).join(', ');
  return (text) => {
    const values = pairsOf(text, known, knownList);
    for (const field of fields) check(field, values[field.name]);
    return values;
  };
}

/**
 * How many texts are cached, and up to which length: this bounds the memory that a flood of different queries can
 * take.
 */
const MAX_REMEMBERED = 1000;
const MAX_REMEMBERED_LENGTH = 256;

/**
 * Caches parsed queries: integrators ask for the same tours again and again. A refused query is never cached. Not
 * for texts that hold secrets.
 * @param read Gives the same for the same text.
 */
export function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const remembered = new Map<string, Value>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_REMEMBERED_LENGTH) return read(text);
    // A text of its own: the one that came is part of a whole request, which would be kept with it.
    const own = Buffer.from(text, 'latin1').toString('latin1');
    const value = read(own);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(own, value);
    return value;
  };
}

function fieldOf(name: string, schema: FieldSchema, required: boolean): Field {
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern);
  const { enum: choices, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  return {
    name,
    required,
    takes: schema.description ?? 'a text',
    accepts: (value) =>
      value.length >= minLength &&
      value.length <= maxLength &&
      (pattern === undefined || pattern.test(value)) &&
      (choices === undefined || choices.includes(value)),
  };
}

function check(field: Field, value: string | undefined): void {
  if (value === undefined ? !field.required : field.accepts(value)) return;
  if (field.name === 'resource_code') {
    throw new GatewayError(
      'err_parse_resource_code_failed',
      `The resource_code ${value === undefined ? 'is missing' : 'cannot be parsed'}. It takes a ${field.takes}.`,
      undefined,
      field.name,
    );
  }
  throw invalid(
    `${field.name} ${value === undefined ? 'is missing. It' : 'is malformed. It'} takes ${field.takes}.`,
    field.name,
  );
}

function pairsOf(text: string, known: ReadonlySet<string>, knownList: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  if (text === '') return values;
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) throw invalid(`There are more than ${MAX_PARAMETERS} parameters.`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals));
    const value = decoded(equals === -1 ? '' : pair.slice(equals + 1));
    if (!known.has(name)) {
      throw invalid(`There is a parameter that this operation does not take. It takes: ${knownList}.`);
    }
    if (values[name] !== undefined) throw invalid(`${name} is given more than once. Send it once.`, name);
    values[name] = value;
  }
  return values;
}

function decoded(text: string): string {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    if (!value.includes('\0')) return value;
  } catch {
    // Falls through to the refusal: the encoding is broken.
  }
  throw invalid('A parameter is not valid percent-encoded UTF-8 without NUL. Encode it again.');
}

function invalid(message: string, parameter?: string): GatewayError {
  return new GatewayError('err_parameter_invalid', message, undefined, parameter);
}
