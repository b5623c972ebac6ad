/** One failure the portal may answer with. */
export interface PortalFailure {
  readonly httpStatus: number;
  /** One sentence: what is wrong. The server may replace it by a more specific one, never by a secret one. */
  readonly message: string;
  /** One sentence: how the caller mends it. */
  readonly advice: string;
}

const failure = (httpStatus: number, message: string, advice: string): PortalFailure => ({
  httpStatus,
  message,
  advice,
});

/**
 * Every failure that leaves the portal, by `error.code` (SPEC 7.1, decision 0020).
 * Callers may rely on the codes; the sentences may improve.
 */
export const portalFailures = {
  AUTH_REQUIRED: failure(401, 'Nobody is signed in.', 'Sign in at /auth/sign-in, then repeat the call.'),
  CSRF_TOKEN_MISSING: failure(
    403,
    'The csrf cookie and the x-csrf-token header are not the same valid token of this session.',
    'Call GET /api/me, then send the value of the csrf cookie in the x-csrf-token header.',
  ),
  CSRF_ORIGIN_MISMATCH: failure(
    403,
    'The request was not sent from a page of this portal.',
    'Call from a page of the portal, or leave Origin and Referer out.',
  ),
  TEAM_REQUIRED: failure(
    403,
    'You are signed in but no Team is active.',
    'Ask a Team owner for an invitation, or choose one of your Teams.',
  ),
  SIGN_IN_REFUSED: failure(
    403,
    'The identity provider did not confirm this sign-in.',
    'Sign in again; links of an earlier or of another browser do not work.',
  ),
  SIGN_IN_PENDING: failure(400, 'Nobody has confirmed this sign-in yet.', 'Ask again after the interval.'),
  SIGN_IN_SLOW_DOWN: failure(
    400,
    'This was asked too soon after the last time.',
    'Wait for the seconds in Retry-After between any two questions from now on.',
  ),
  SIGN_IN_DENIED: failure(400, 'The person has denied this sign-in.', 'Start again when it was you who asked.'),
  SIGN_IN_EXPIRED: failure(
    400,
    'This sign-in has ended: it took too long, was used, or never was.',
    'Run openhouse login again.',
  ),
  CODE_NOT_FOUND: failure(
    404,
    'No sign-in waits for this code.',
    'Compare it with the terminal; a code works for 10 minutes, once. Run openhouse login again for a new one.',
  ),
  BROWSER_REQUIRED: failure(
    403,
    'A session of the command line may not do this.',
    'Do it in the portal with a browser.',
  ),
  SESSION_NOT_FOUND: failure(
    404,
    'You have no live session with this id.',
    'List your sessions with GET /api/sessions; this one may have ended already.',
  ),
  ROLE_INSUFFICIENT: failure(
    403,
    'Your role in this Team does not allow that.',
    'Ask an owner of the Team; the Team page lists them.',
  ),
  TEAM_NOT_FOUND: failure(404, 'You are in no such Team.', 'Choose one of the Teams in your account menu.'),
  TEAM_LIMIT: failure(
    409,
    'You own as many Teams as one person can.',
    'Hand a Team over to somebody else, or use one that you have.',
  ),
  MEMBER_NOT_FOUND: failure(404, 'Nobody with this code is in the Team.', 'Load the Team page again.'),
  TEAM_NEEDS_OWNER: failure(409, 'A Team always has an owner.', 'Make somebody else an owner first.'),
  INVITATION_NOT_FOUND: failure(
    404,
    'This invitation does not work: it was used, withdrawn, or has ended.',
    'Ask an owner of the Team for a new link.',
  ),
  TEAM_APP_LIMIT: failure(
    409,
    'All three places of the Team are taken.',
    'An app keeps its place for good; use one of the apps the Team has, or create another Team.',
  ),
  APP_NOT_FOUND: failure(404, 'The active Team has no such app.', 'Open the app from the list of apps.'),
  APP_REQUIRED: failure(
    409,
    'The active Team has no app that may call the gateway.',
    'Create an app, or enable one; owners of the Team do that under Apps.',
  ),
  CALL_NOT_FOUND: failure(
    404,
    'The gateway kept no call with this request id that your active Team may see.',
    'Calls are known within five seconds, and the newest are kept; copy the whole request_id.',
  ),
  SECRET_NOT_FOUND: failure(404, 'The app has no live secret of this version.', 'Load the page of the app again.'),
  SECRET_LIMIT: failure(
    409,
    'Two versions of the secret are live already.',
    'Retire the older version, or wait until its overlap ends.',
  ),
  SECRET_NEWEST: failure(
    409,
    'The newest version of the secret cannot be retired.',
    'Rotate the secret with an overlap of 0 to replace it at once.',
  ),
  TOUR_NOT_FOUND: failure(404, 'The active Team has no such tour.', 'Open the tour from the list of tours.'),
  TOUR_REFUSED: failure(
    422,
    'No tour of this upload is as it must be; nothing was stored.',
    'Mend what `refused` names: file, JSON pointer, what belongs there and what is there.',
  ),
  TOUR_IMPORT_BUSY: failure(
    429,
    'Too many imports are under way.',
    'Wait until one of them has ended, then send the file again.',
  ),
  BOT_CHECK_FAILED: failure(
    403,
    'The check that a person asks was not passed.',
    'Ask for a new challenge and try again; each one counts once.',
  ),
  NOT_FOUND: failure(404, 'There is nothing at this address.', 'Check the address; the reference lists the calls.'),
  METHOD_NOT_ALLOWED: failure(405, 'This address does not take this method.', 'Use a method of the Allow header.'),
  REQUEST_INVALID: failure(
    400,
    'A field of the request is missing, repeated, unknown or malformed.',
    'Compare the request with the reference of this call.',
  ),
  REQUEST_TIMEOUT: failure(408, 'The request did not arrive in time.', 'Send the whole request without pauses.'),
  PAYLOAD_TOO_LARGE: failure(413, 'The body is too large.', 'Send at most 64 KiB.'),
  UNSUPPORTED_MEDIA_TYPE: failure(
    415,
    'This call takes JSON only.',
    'Send Content-Type: application/json and a JSON object, {} when there is nothing to say.',
  ),
  RATE_LIMITED: failure(429, 'Too many requests.', 'Wait for the seconds in Retry-After.'),
  HEADERS_TOO_LARGE: failure(
    431,
    'The request line and headers together are too large.',
    'Clear the cookies of this site, or shorten the address.',
  ),
  IDENTITY_PROVIDER_UNAVAILABLE: failure(
    503,
    'The identity provider does not answer.',
    'You are still signed in: try again after the seconds in Retry-After.',
  ),
  GATEWAY_UNAVAILABLE: failure(
    503,
    'The gateway does not answer the portal.',
    'Try again after the seconds in Retry-After.',
  ),
  UNAVAILABLE: failure(503, 'The portal cannot answer now.', 'Try again after the seconds in Retry-After.'),
  INTERNAL: failure(500, 'Something broke inside the portal.', 'Try again; if it stays, report the request_id.'),
} as const satisfies Record<string, PortalFailure>;

/** The `error.code` of a failure. */
export type PortalFailureCode = keyof typeof portalFailures;

/** Failures that any portal call may answer with, whatever it does. */
export const failuresOfAnyPortalCall = [
  'REQUEST_INVALID',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const satisfies readonly PortalFailureCode[];

/** Failures of any call that asks for a signed-in person. */
export const failuresOfSignedInCall = [
  'AUTH_REQUIRED',
  'IDENTITY_PROVIDER_UNAVAILABLE',
] as const satisfies readonly PortalFailureCode[];

/** Failures of any call that takes a body; those for a signed-in person add CSRF_TOKEN_MISSING (SPEC 5.1). */
export const failuresOfBody = [
  'CSRF_ORIGIN_MISMATCH',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
] as const satisfies readonly PortalFailureCode[];
