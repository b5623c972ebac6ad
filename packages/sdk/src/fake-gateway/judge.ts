import type { FailureStatus } from '../generated/failures.ts';
import type { DeclaredInput } from './wire/input.ts';

/** What the fake knows of an operation. */
export interface FakeOperation extends DeclaredInput {
  readonly method: 'GET' | 'POST';
  readonly path: string;
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

/** Fields of a body as they were sent, a form or JSON; nothing where it is neither. */
export function pairsOf(body: string, contentType: string): Record<string, unknown> {
  if (!contentType.startsWith('application/json')) return Object.fromEntries(new URLSearchParams(body));
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
