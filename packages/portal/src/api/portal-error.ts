import type { PortalFailureCode, RefusedUpload } from '@openhouse/contract';

/** The portal answered with a failure. Contains no part of the request, which may carry a secret. */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly code: PortalFailureCode;
  /** Quote it when asking for help; empty when the answer carried none. */
  readonly requestId: string;
  /** Whole seconds of the Retry-After header, where one was sent. */
  readonly retryAfterS: number | undefined;
  /** What is wrong with the tours of an upload (TOUR_REFUSED). */
  readonly refused: readonly RefusedUpload[];

  constructor(
    code: PortalFailureCode,
    message: string,
    requestId: string,
    retryAfterS?: number,
    refused: readonly RefusedUpload[] = [],
  ) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.retryAfterS = retryAfterS;
    this.refused = refused;
  }
}

/** Failures that mean that the account is not the one the page assumes: nobody is signed in, another Team is active. */
const OUTDATED: ReadonlySet<PortalFailureCode> = new Set<PortalFailureCode>(['AUTH_REQUIRED', 'TEAM_NOT_ACTIVE']);

/** Whether the notices above the page say what happened, and lead on. */
export function isOutdated(error: unknown): boolean {
  return error instanceof PortalError && OUTDATED.has(error.code);
}

/** No answer of the portal arrived, or something between answered in its place. */
export class PortalUnreachable extends Error {
  override readonly name = 'PortalUnreachable';
  /** HTTP status of what answered in its place; undefined where nothing did. */
  readonly httpStatus: number | undefined;

  constructor(message: string, httpStatus?: number) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/** A file that is not where it was when it was chosen, so that nothing of it could be sent. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** @param httpStatus Of an answer that is not the portal's. */
export function answeredByAnother(httpStatus: number): PortalUnreachable {
  return new PortalUnreachable(`Something other than the portal answered with HTTP ${httpStatus}.`, httpStatus);
}
