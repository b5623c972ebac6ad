import type { FailureStatus } from './generated/failures.ts';

/** What both kinds of errors tell. None of it holds the app secret or an access token (decision 0052). */
interface Facts {
  /** The operation that failed, as in `vr-info`; `access-token` when the exchange did. */
  readonly operation: string;
  /** Requests sent for it, with repeats. */
  readonly attempts: number;
  /** What to do about it. */
  readonly advice: string;
  /** HTTP status of the answer; undefined when there was none. */
  readonly httpStatus: number | undefined;
  /** Seconds to wait before the next try, when the gateway asked for it. */
  readonly retryAfterS: number | undefined;
}

/** What a failure envelope says. */
export interface GatewayErrorFacts extends Facts {
  readonly httpStatus: number;
  readonly status: string;
  readonly code: number;
  readonly requestId: string;
  readonly traceId: string;
}

abstract class SdkError extends Error {
  readonly operation: string;
  readonly attempts: number;
  readonly advice: string;
  readonly retryAfterS: number | undefined;

  constructor(message: string, facts: Facts) {
    super(message);
    this.operation = facts.operation;
    this.attempts = facts.attempts;
    this.advice = facts.advice;
    this.retryAfterS = facts.retryAfterS;
  }

  /** All fields and the message, without the stack: for structured logs. */
  toJSON(): Record<string, unknown> {
    return { message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/** The gateway refused: the envelope says why. `docs/reference/errors.md` explains each `status`. */
export class GatewayError extends SdkError {
  override readonly name = 'GatewayError';
  readonly httpStatus: number;
  /** Stable name of the failure: rely on this one. */
  readonly status: FailureStatus | (string & {});
  /** -2 is about app credentials and the app, -3 about the access token, -1 about anything else. */
  readonly code: number;
  /** Quote it when you ask for help. */
  readonly requestId: string;
  readonly traceId: string;

  constructor(message: string, facts: GatewayErrorFacts) {
    super(message, facts);
    this.httpStatus = facts.httpStatus;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.traceId = facts.traceId;
  }
}

/**
 * Why no usable answer came: `connection` was refused, lost or cut, `timeout`, a `redirect` (never followed: it would
 * carry credentials elsewhere), something other than an envelope (`malformed`), or more than `maxResponseBytes` (`too-large`).
 */
export type TransportReason = 'connection' | 'timeout' | 'redirect' | 'malformed' | 'too-large';

/** No usable answer came. Whether the gateway did what it was asked is unknown. */
export class TransportError extends SdkError {
  override readonly name = 'TransportError';
  readonly reason: TransportReason;
  readonly httpStatus: number | undefined;
  /** The system's code when it gave one, as in `ECONNREFUSED`. */
  readonly causeCode: string | undefined;

  constructor(
    message: string,
    facts: Facts & { readonly reason: TransportReason; readonly causeCode?: string | undefined },
  ) {
    super(message, facts);
    this.reason = facts.reason;
    this.httpStatus = facts.httpStatus;
    this.causeCode = facts.causeCode;
  }
}
