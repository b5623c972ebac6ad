import type { FailureStatus } from './generated/failures.ts';

/** What both kinds of errors tell. None of it holds the app secret or an access token (decision 0052). */
interface Facts {
  /** The operation that failed, as in `vr-info`; `access-token` when the exchange did. */
  readonly operation: string;
  /** Requests sent for it, with repeats. */
  readonly attempts: number;
  /** What is wrong and what to do about it. */
  readonly advice: string;
  /** HTTP status of the answer; undefined when there was none. */
  readonly httpStatus?: number | undefined;
  /** Seconds to wait before the next try, when the gateway asked for it. */
  readonly retryAfterS?: number | undefined;
}

interface GatewayFacts extends Facts {
  readonly httpStatus: number;
  /** Stable name of the failure: rely on this one. */
  readonly status: FailureStatus | (string & {});
  /** -2 is about app credentials and the app, -3 about the access token, -1 about anything else. */
  readonly code: number;
  /** Quote it when you ask for help. */
  readonly requestId: string;
  /** Trace id of the request, as 32 hexadecimal digits. */
  readonly traceId: string;
}

/**
 * Why no usable answer came: `connection` was refused, lost or cut, `timeout`, a `redirect` (never followed: it would
 * carry credentials elsewhere), something other than an envelope (`malformed`), or more than `maxResponseBytes`
 * (`too-large`).
 */
export type TransportReason = 'connection' | 'timeout' | 'redirect' | 'malformed' | 'too-large';

interface TransportFacts extends Facts {
  readonly reason: TransportReason;
  /** The system's code when it gave one, as in `ECONNREFUSED`. */
  readonly causeCode?: string | undefined;
}

/** An error whose own fields are the facts. There is no `cause`: runtimes quote header values in theirs. */
abstract class SdkError extends Error {
  constructor(facts: Facts, what: string) {
    super(`${facts.operation}: ${what}${facts.advice}`);
    Object.assign(this, facts);
  }

  /** All facts and the message, without the stack: for structured logs. */
  toJSON(): Record<string, unknown> {
    return { ...(this as object), message: this.message };
  }
}

/** The gateway refused: the envelope says why. docs/reference/errors.md explains each `status`. */
export interface GatewayError extends GatewayFacts {}
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: SdkError assigns every fact.
export class GatewayError extends SdkError {
  /** Written out, so that no minifier changes it. */
  override readonly name = 'GatewayError';

  constructor(facts: GatewayFacts) {
    super(facts, `${facts.status}: `);
  }
}

/** No usable answer came. Whether the gateway did what it was asked is unknown. */
export interface TransportError extends TransportFacts {}
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: SdkError assigns every fact.
export class TransportError extends SdkError {
  override readonly name = 'TransportError';

  constructor(facts: TransportFacts, sentence: string) {
    super(facts, `${sentence} `);
  }
}
