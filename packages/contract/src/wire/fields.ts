import { InputRefused } from './input-refused.ts';
import { nameMeant } from './near-miss.ts';
import { type WireForm, wireFormOf } from './wire-forms.ts';

/** One parameter as the contract declares it: text on the wire. */
interface Field {
  readonly name: string;
  readonly required: boolean;
  /** Completes the sentence "<name> takes …". */
  readonly takes: string;
  readonly accepts: (value: string) => boolean;
  readonly form: WireForm;
}

interface FieldSchema {
  readonly type?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

/** Fields as the contract declares them: texts and integers, in JSON Schema. */
export interface FieldsSchema {
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[] | undefined;
}

/** Maximum number of parameters: no caller has reason to send more, and the text is not split beyond it. */
const MAX_PARAMETERS = 64;

/** The fields of a query, a form or a JSON body, by their names in the contract. */
export interface ReadFields {
  readonly values: Readonly<Record<string, string>>;
  /** Names that the operation does not take and that were ignored, each fit for a header; in order. */
  readonly ignored: readonly string[];
}

/** Name and value of a parameter, as sent. */
export type Pair = readonly [name: string, value: string];

export interface FieldReader {
  /** @param text `name=value&…` of a query or a form. */
  (text: string): ReadFields;
  /** The same for pairs from another format. */
  readonly ofPairs: (pairs: readonly Pair[]) => ReadFields;
}

interface FieldReaderOptions {
  /** Names that belong in the body: in the query they are refused. */
  readonly inBody?: Iterable<string>;
}

/** Other names that public clients use, beside the contract's (decision 0110). */
const ALIASES: Readonly<Record<string, string>> = { vr_code: 'resource_code', resource_code: 'vr_code' };
/** Whether a name is that of a tour's code: an invalid one is a code that cannot be parsed (SPEC 7.2). */
const isTourCode = (name: string | undefined): boolean => name === 'resource_code' || name === 'vr_code';

/**
 * Reads parameters as public clients write them into the fields that the contract declares (decision 0110): an empty
 * parameter is absent, a list comes in any usual form, and an unknown name is ignored and reported. What could silently
 * change the answer is refused: a name one typo away from a declared one, a value given twice.
 * @returns A reader that throws {InputRefused} err_parameter_invalid (or err_parse_resource_code_failed for the
 *   resource code), naming the parameter and what it takes.
 */
export function fieldReader(schema: FieldsSchema, { inBody = [] }: FieldReaderOptions = {}): FieldReader {
  const required = new Set<string>(schema.required ?? []);
  const fields = new Map(
    Object.entries(schema.properties).map(([name, property]) => [name, fieldOf(name, property, required.has(name))]),
  );
  const elsewhere = new Set(inBody);
  const ofPairs = (pairs: readonly Pair[]): ReadFields => {
    const given = new Map<Field, { values: string[]; byEntry: boolean }>();
    const ignored: string[] = [];
    for (const [spelled, value] of pairs) {
      const { name, isEntry } = nameOf(spelled);
      const field = fields.get(name) ?? fields.get(ALIASES[name] ?? '');
      if (field === undefined) {
        ignore(spelled, name);
        if (!ignored.includes(fitForHeader(spelled))) ignored.push(fitForHeader(spelled));
      } else if (isEntry && !field.form.isList)
        throw invalid(`${field.name} takes one value. Send it without brackets.`, field.name);
      else {
        const known = given.get(field) ?? { values: [], byEntry: false };
        given.set(field, known);
        if (value === '') continue;
        if (known.values.length > 0 && !field.form.isList) {
          throw invalid(`${field.name} is given more than once. Send it once.`, field.name);
        }
        known.values.push(value);
        known.byEntry ||= isEntry;
      }
    }
    const values: Record<string, string> = Object.create(null);
    for (const field of fields.values()) {
      const { values: written = [], byEntry = false } = given.get(field) ?? {};
      const value = written.length === 0 ? undefined : field.form.declared(written, byEntry);
      check(field, value);
      if (value !== undefined) values[field.name] = value;
    }
    return { values, ignored };
  };
  function ignore(spelled: string, name: string): void {
    if (elsewhere.has(name)) {
      throw invalid(`${name} stands in the address. Send it in the body: addresses end up in logs.`, name);
    }
    // Brackets of another kind, such as order_by[$ne], belong to the name before them.
    const meant = nameMeant(name.replace(/\[.*$/s, ''), fields.keys());
    if (meant !== undefined) {
      throw invalid(`There is a parameter ${fitForHeader(spelled)}, and ${meant} may be meant. Send ${meant}.`, meant);
    }
  }
  return Object.assign((text: string) => ofPairs(pairsOf(text, fields)), { ofPairs });
}

/** `types`, `types[]` and `types[0]` are one name; the latter two are single entries of a list. */
function nameOf(spelled: string): { name: string; isEntry: boolean } {
  if (!spelled.endsWith(']')) return { name: spelled, isEntry: false };
  const [, name] = /^([^[\]]+)\[\d{0,4}\]$/.exec(spelled) ?? [];
  return { name: name ?? spelled, isEntry: name !== undefined };
}

/** A name that may be shown in a header and a log. Others could be anything, such as a secret, and are not repeated. */
const fitForHeader = (name: string) => (/^[A-Za-z0-9_.[\]-]{1,32}$/.test(name) ? name : '(another)');

function fieldOf(name: string, schema: FieldSchema, required: boolean): Field {
  const { type, pattern, description: takes = 'a text' } = schema;
  return {
    name,
    required,
    takes,
    form: wireFormOf(pattern),
    accepts: type === 'integer' ? integer(schema) : text(schema),
  };
}

function text({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: FieldSchema): Field['accepts'] {
  const form = pattern === undefined ? undefined : new RegExp(pattern);
  return (value) => value.length >= minLength && value.length <= maxLength && (form === undefined || form.test(value));
}

function integer({ minimum = -Infinity, maximum = Infinity }: FieldSchema): Field['accepts'] {
  return (value) => /^-?(?:0|[1-9]\d{0,15})$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
}

function check(field: Field, value: string | undefined): void {
  if (value === undefined ? !field.required : field.accepts(value)) return;
  if (isTourCode(field.name)) throw unparsable(field, value === undefined ? 'is missing' : 'cannot be parsed');
  throw invalid(
    `${field.name} ${value === undefined ? 'is missing. It' : 'is malformed. It'} takes ${field.takes}.`,
    field.name,
  );
}

function unparsable(field: Field, what: string): InputRefused {
  const message = `The ${field.name} ${what}. It takes a ${field.takes}.`;
  return new InputRefused('err_parse_resource_code_failed', message, field.name);
}

/** @param fields Those of the operation: an invalid resource code is a code that cannot be parsed. */
function pairsOf(text: string, fields: ReadonlyMap<string, Field>): Pair[] {
  if (text === '') return [];
  const pairs = text.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) throw invalid(`There are more than ${MAX_PARAMETERS} parameters.`);
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const name = decoded(equals === -1 ? pair : pair.slice(0, equals));
      const value = name === undefined ? undefined : decoded(equals === -1 ? '' : pair.slice(equals + 1));
      if (name !== undefined && value !== undefined) return [name, value];
      const known = nameOf(name ?? '').name;
      const field = fields.get(known) ?? fields.get(ALIASES[known] ?? '');
      if (field !== undefined && isTourCode(field.name)) throw unparsable(field, 'cannot be parsed');
      // The value of an unknown parameter does not matter: it is ignored, or refused for its name.
      if (name !== undefined && field === undefined) return [name, ''];
      throw invalid('A parameter is not valid percent-encoded UTF-8 without NUL. Encode it again.', field?.name);
    });
}

function decoded(text: string): string | undefined {
  // Most names and values stand for themselves, which costs an exchange less than to find out by decoding them.
  if (!/[+%\0]/.test(text)) return text;
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    return value.includes('\0') ? undefined : value;
  } catch {
    return undefined;
  }
}

function invalid(message: string, parameter?: string): InputRefused {
  return new InputRefused('err_parameter_invalid', message, parameter);
}
