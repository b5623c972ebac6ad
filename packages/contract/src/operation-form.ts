import type { TObject } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import type { OperationName } from './gateway/index.ts';
import { SECRET_MARK } from './secret.ts';
import { LIST_PATTERNS } from './wire/patterns.ts';

/**
 * The form control of a parameter: `choice` one of a few options, `list` several entries, `number` digits, `credential` is
 * filled in from the chosen app and never typed.
 */
export type ParameterControl = 'text' | 'choice' | 'list' | 'number' | 'credential';

/** One parameter of an operation in a form. */
export interface ParameterForm {
  readonly name: string;
  readonly isRequired: boolean;
  readonly control: ParameterControl;
  /** Completes the sentence "<name> takes …". */
  readonly takes: string;
  /** The options of a `choice`; else empty. */
  readonly choices: string[];
  /** The pattern that the gateway checks; empty for any text. */
  readonly pattern: string;
  /** Value of the contract's example; empty where it has none. */
  readonly example: string;
}

/** One operation as a form. */
export interface OperationForm {
  readonly name: OperationName;
  readonly method: 'GET' | 'POST';
  /** Below `{base_url}`. */
  readonly path: string;
  /** Its name in prose. */
  readonly title: string;
  readonly description: string;
  readonly authentication: Endpoint['authentication'];
  /** Media type of the body that the parameters go into; empty when they are the query. */
  readonly mediaType: string;
  /** True when it changes something. */
  readonly changes: boolean;
  readonly parameters: ParameterForm[];
}

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly [SECRET_MARK]?: boolean;
}

/** The form of an operation: one control for each declared parameter. */
export function operationForm(endpoint: Endpoint & { readonly name: OperationName }): OperationForm {
  const { name, method, path, operation: title, description, authentication, query, body, example } = endpoint;
  const values: Readonly<Record<string, string | number>> = { ...example.query, ...example.body };
  return {
    name,
    method,
    path,
    title,
    description,
    authentication,
    mediaType: body?.mediaType ?? '',
    changes: method === 'POST' && authentication === 'access-token',
    parameters: [query, body?.schema].flatMap((schema) =>
      schema === undefined ? [] : parametersOf(schema, values, authentication === 'app-credentials'),
    ),
  };
}

function parametersOf(
  schema: TObject,
  values: Readonly<Record<string, string | number>>,
  isCredential: boolean,
): ParameterForm[] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const field = property as FieldSchema;
    const choices = field.enum ?? (field.pattern === undefined ? undefined : choicesOf(field.pattern));
    return {
      name,
      isRequired: required.has(name),
      control: isCredential ? 'credential' : controlOf(field, choices),
      takes: field.description ?? 'a text',
      choices: [...(choices ?? [])],
      pattern: field.type === 'integer' ? INTEGER_PATTERN : (field.pattern ?? ''),
      example: isCredential ? '' : String(values[name] ?? ''),
    };
  });
}

const INTEGER_PATTERN = '^(?:0|-?[1-9][0-9]{0,14})$';

function controlOf({ type, pattern }: FieldSchema, choices: readonly string[] | undefined): ParameterControl {
  if (choices !== undefined) return 'choice';
  if (type === 'integer') return 'number';
  return pattern !== undefined && LIST_PATTERNS.includes(pattern) ? 'list' : 'text';
}

/** Maximum number of options in a choice. */
const CHOICES_MAX = 20;

/**
 * Every string that a pattern of literals, `(?:a|b)` and `[ab]` matches, in order; undefined for other patterns.
 */
export function choicesOf(pattern: string): string[] | undefined {
  let rest = /^\^(.+)\$$/.exec(pattern)?.[1];
  let choices = [''];
  while (rest !== undefined && rest !== '') {
    const piece = /^(?:\(\?:([\w |]+)\)|\[([A-Za-z0-9]+)\]|([A-Za-z0-9_ ]))(?![*+?{])/.exec(rest);
    if (piece === null) return undefined;
    const [whole, group, oneOf, literal = ''] = piece;
    const alternatives = group?.split('|') ?? oneOf?.split('') ?? [literal];
    choices = choices.flatMap((begin) => alternatives.map((end) => begin + end));
    if (choices.length > CHOICES_MAX) return undefined;
    rest = rest.slice(whole.length);
  }
  return rest === undefined ? undefined : choices;
}
