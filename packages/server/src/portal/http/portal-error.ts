import { type PortalFailureBody, type PortalFailureCode, type ProblemFacts, portalFailures } from '@openhouse/contract';

type FailureDetails = Omit<PortalFailureBody['error'], 'code' | 'message' | 'request_id'>;

/** A refusal that is sent to the caller. The message never holds a secret, SQL or a path. */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly code: PortalFailureCode;
  /** Whether the message is the one of the contract, and not about this call. */
  readonly isUsual: boolean;
  /** Headers of the refusal, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  /** Further fields of the failure body, as the contract declares them. */
  readonly details: FailureDetails;
  /** Further facts for the page that shows the problem. */
  readonly facts: ProblemFacts;

  constructor(
    code: PortalFailureCode,
    message?: string,
    headers: Readonly<Record<string, string>> = {},
    details: FailureDetails = {},
    facts: ProblemFacts = {},
  ) {
    const { message: usual, advice } = portalFailures[code];
    super(message ?? `${usual} ${advice}`);
    this.code = code;
    this.isUsual = message === undefined;
    this.headers = headers;
    this.details = details;
    this.facts = facts;
  }
}

/** Value of Retry-After while the identity provider or the store is away, in seconds. */
export const RETRY_AFTER_S = 2;

/** @param retryAfterS Seconds that the provider itself named; null for the default. */
export function providerUnavailable(retryAfterS: number | null = null): PortalError {
  const retryAfter = String(retryAfterS ?? RETRY_AFTER_S);
  return new PortalError('IDENTITY_PROVIDER_UNAVAILABLE', undefined, { 'retry-after': retryAfter });
}
