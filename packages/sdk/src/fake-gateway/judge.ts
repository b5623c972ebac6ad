import type { FailureStatus } from '../generated/failures.ts';

interface FakeField {
  readonly pattern?: string;
  readonly required: boolean;
}

/** What the fake knows of an operation. */
export interface FakeOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: Readonly<Record<string, FakeField>>;
  readonly body?: Readonly<Record<string, FakeField>>;
  readonly failures: readonly FailureStatus[];
  readonly data: unknown;
}

/** A refusal as the contract declares it. */
export interface Refused {
  readonly status: FailureStatus;
  readonly code: number;
  readonly httpStatus: number;
  readonly message: string;
  readonly advice: string;
}

export const refused = (status: FailureStatus): Refused => ({
  ...{ status, code: -1, httpStatus: 500, message: 'A failure that the contract does not name.', advice: '' },
});

/** Fields of a body, a form or JSON; nothing where it is neither. */
export function pairsOf(body: string, contentType: string): Record<string, unknown> {
  if (!contentType.startsWith('application/json')) return Object.fromEntries(new URLSearchParams(body));
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** What the contract holds against an input; undefined when nothing. Names that are not declared are ignored, as they are by the gateway. */
export function refusedInput(
  { query, body = {}, failures }: FakeOperation,
  input: Readonly<Record<string, unknown>>,
  given: URLSearchParams,
): { readonly status: FailureStatus; readonly message: string } | undefined {
  for (const [name, { pattern, required }] of Object.entries({ ...query, ...body })) {
    const value = input[name];
    const isRepeated = given.getAll(name).length > 1;
    const isWrong = value === undefined ? required : pattern !== undefined && !new RegExp(pattern).test(String(value));
    if (!isWrong && !isRepeated) continue;
    const unparsed = !isRepeated && name === 'resource_code' && failures.includes('err_parse_resource_code_failed');
    const status = unparsed ? 'err_parse_resource_code_failed' : 'err_parameter_invalid';
    return { status, message: value === undefined ? `${name} is missing.` : `${name} is malformed or repeated.` };
  }
  return undefined;
}
