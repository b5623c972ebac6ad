import type { PortalFailureCode } from '@openhouse/contract';

/** The portal answered with a failure. Holds nothing of the request: a request may carry a secret. */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly code: PortalFailureCode;
  /** Quote it when asking for help; empty when the answer carried none. */
  readonly requestId: string;
  /** Whole seconds of the Retry-After header, where one was sent. */
  readonly retryAfterS: number | undefined;

  constructor(code: PortalFailureCode, message: string, requestId: string, retryAfterS?: number) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.retryAfterS = retryAfterS;
  }
}

/** No answer of the portal arrived, or something between answered in its place. */
export class PortalUnreachable extends Error {
  override readonly name = 'PortalUnreachable';
}
