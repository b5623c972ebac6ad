import { type PortalFailureBody, type PortalFailureCode, type ProblemFacts, portalFailures } from '@openhouse/contract';

type FailureDetails = Omit<PortalFailureBody['error'], 'code' | 'message' | 'request_id'>;

/** A refusal that the caller is told about. The message goes to the wire: it never holds a secret, SQL or a path. */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly code: PortalFailureCode;
  /** Headers that belong to the refusal, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the failure body says beyond code and message, as the contract declares it. */
  readonly details: FailureDetails;
  /** What the page that shows the problem says beyond it. */
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
    this.headers = headers;
    this.details = details;
    this.facts = facts;
  }
}

/** Seconds after which a caller may try again while the identity provider or the store is away. */
export const RETRY_AFTER_S = 2;

/** @param retryAfterS Seconds that the provider itself named; null for the usual ones. */
export function providerUnavailable(retryAfterS: number | null = null): PortalError {
  const retryAfter = String(retryAfterS ?? RETRY_AFTER_S);
  return new PortalError('IDENTITY_PROVIDER_UNAVAILABLE', undefined, { 'retry-after': retryAfter });
}
