/** One failure the portal may answer with. */
export interface PortalFailure {
  readonly httpStatus: number;
  /** One sentence: what is wrong. The server may replace it with a more specific one, which holds no secret. */
  readonly message: string;
  /** One sentence: how the caller can fix it. */
  readonly advice: string;
}

const failure = (httpStatus: number, message: string, advice: string): PortalFailure => ({
  httpStatus,
  message,
  advice,
});

/**
 * Every failure that leaves the portal, by `error.code` (SPEC 7.1, decision 0020).
 * Callers may rely on the codes; messages may change.
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
    'Call from a page of the portal, or omit Origin and Referer.',
  ),
  TEAM_REQUIRED: failure(
    403,
    'You are signed in but no Team is active.',
    'Ask a Team owner for an invitation, or choose one of your Teams.',
  ),
  SIGN_IN_REFUSED: failure(
    403,
    'The identity provider did not confirm this sign-in.',
    'Sign in again; a link from an earlier sign-in or from another browser does not work.',
  ),
  SIGN_IN_COOKIES_MISSING: failure(
    403,
    'The browser did not send back the cookies of this sign-in.',
    'Allow cookies for this site, then sign in again in the browser and the window you began in.',
  ),
  SIGN_IN_TOO_OLD: failure(
    403,
    'This needs a more recent sign-in.',
    'Sign in again at /auth/sign-in, then repeat the call.',
  ),
  OPERATOR_REQUIRED: failure(
    403,
    'Only operators of this installation may do this.',
    'Ask whoever runs it; OPERATORS and OPERATOR_CLAIM say who its operators are.',
  ),
  PERSON_REQUIRED: failure(
    403,
    'A command at the store cannot do this: it is for a person who has signed in.',
    'Run openhouse login, then the same command with --portal.',
  ),
  SIGN_IN_PENDING: failure(400, 'Nobody has confirmed this sign-in yet.', 'Poll again after the interval.'),
  SIGN_IN_SLOW_DOWN: failure(
    400,
    'The client polls too fast.',
    'Wait for the seconds in Retry-After between polls from now on.',
  ),
  SIGN_IN_DENIED: failure(400, 'The person has denied this sign-in.', 'If it was your own sign-in, start again.'),
  SIGN_IN_EXPIRED: failure(
    400,
    'This sign-in is no longer valid: it timed out, was used already, or never existed.',
    'Run openhouse login again.',
  ),
  CODE_NOT_FOUND: failure(
    404,
    'No sign-in is waiting for this code.',
    'Compare it with the terminal; a code works once, within 10 minutes. Run openhouse login again for a new one.',
  ),
  BROWSER_REQUIRED: failure(403, 'A session of the command line may not do this.', 'Use the portal in a browser.'),
  CREDENTIAL_INVALID: failure(
    401,
    'The credential of a Team is unknown, has ended or was revoked.',
    'Ask an owner of the Team for a new one: openhouse credentials create.',
  ),
  CREDENTIAL_SCOPE_INSUFFICIENT: failure(
    403,
    'The credential of the Team does not cover this call.',
    'Use one whose scopes cover it; what no scope covers is for people, who sign in.',
  ),
  CREDENTIAL_NOT_FOUND: failure(
    404,
    'The active Team has no such credential.',
    'List the live ones with GET /api/credentials; this one may have ended already.',
  ),
  CREDENTIAL_LIMIT: failure(409, 'The Team has the maximum number of credentials.', 'Revoke one that no program uses.'),
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
  TEAM_NOT_ACTIVE: failure(
    409,
    'Another Team is active than the one this page shows; nothing was done.',
    'Switch back to the Team of the page, or reload the page to work in the active one.',
  ),
  NAME_INVALID: failure(
    400,
    'The name holds a control, bidirectional or line-end character, or nothing that can be seen.',
    'Type the name anew, on one line; a pasted one may bring along what is not seen.',
  ),
  TEAM_LIMIT: failure(
    409,
    'You own the maximum number of Teams.',
    'Transfer a Team to somebody else, or use one of yours.',
  ),
  MEMBER_NOT_FOUND: failure(404, 'The Team has no member with this code.', 'Reload the Team page.'),
  TEAM_NEEDS_OWNER: failure(409, 'A Team always has an owner.', 'Make somebody else an owner first.'),
  MAIL_NOT_CONFIGURED: failure(
    409,
    'This installation sends no mail.',
    'Make the invitation without an address and pass its link on yourself, or ask an operator to set SMTP_URL and MAIL_FROM.',
  ),
  INVITATION_NOT_FOUND: failure(
    404,
    'This invitation is no longer valid: it was used, was withdrawn, or has expired.',
    'Ask an owner of the Team for a new link.',
  ),
  TEAM_APP_LIMIT: failure(
    409,
    'All three app slots of the Team are taken.',
    'An app keeps its slot permanently; use one of the Team’s apps, or create another Team.',
  ),
  APP_NOT_FOUND: failure(404, 'The active Team has no such app.', 'Open the app from the list of apps.'),
  APP_DELETED: failure(
    409,
    'The data of the app was deleted; its place stays taken.',
    'Use another app of the Team, or create another Team.',
  ),
  APP_SUSPENDED: failure(
    409,
    'Operators of this installation have suspended the app.',
    'Only they can resume it; the page of the app says why.',
  ),
  TEAM_SUSPENDED: failure(
    403,
    'Operators of this installation have suspended the Team.',
    'Only they can resume it; its pages say why.',
  ),
  TEAM_CLOSED: failure(
    409,
    'The Team is to be deleted: nothing in it can be changed.',
    'Whoever asked for the deletion can call it off until it is due; the pages of the Team say who and when.',
  ),
  PLAN_NOT_FOUND: failure(404, 'The installation has no such plan.', 'List the plans with GET /api/operator/plans.'),
  PLAN_IN_USE: failure(
    409,
    'A Team has this plan, or it is the default.',
    'Give its Teams another plan first; the default stays, and can be changed.',
  ),
  PLAN_LIMIT: failure(409, 'The installation has the maximum number of plans.', 'Remove one that no Team has.'),
  PERSON_NOT_FOUND: failure(404, 'The installation knows no such person.', 'Find the person by name or address.'),
  UPSTREAM_UNAVAILABLE: failure(
    503,
    'The upstream app service does not respond, or its answer cannot be used.',
    'Try again after the seconds in Retry-After; the log says what was wrong.',
  ),
  APP_REQUIRED: failure(
    409,
    'The active Team has no app that may call the gateway.',
    'Create an app, or enable one; owners of the Team do that under Apps.',
  ),
  CALL_NOT_FOUND: failure(
    404,
    'No stored call with this request id is visible to your active Team.',
    'Calls appear within five seconds and only the newest are stored; copy the whole request_id.',
  ),
  SECRET_NOT_FOUND: failure(404, 'The app has no live secret with this version.', 'Reload the page of the app.'),
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
  EMBED_LIMIT: failure(
    409,
    'The Team has as many public tours as it may have.',
    'Turn one off that no page shows any more.',
  ),
  TOUR_NOT_FOUND: failure(404, 'The active Team has no such tour.', 'Open the tour from the list of tours.'),
  TOUR_REPLACED: failure(
    409,
    'Another version of the tour was imported since it was looked at; nothing was changed.',
    'Look at the tour as it is now, then make it public.',
  ),
  TOUR_REFUSED: failure(
    422,
    'Every tour of this upload has problems; nothing was stored.',
    'Fix what `refused` lists: file, JSON pointer, expected and found.',
  ),
  TOUR_IMPORT_BUSY: failure(
    429,
    'Too many imports are running.',
    'Wait until one has finished, then send the file again.',
  ),
  ACTION_RUNNING: failure(
    409,
    'The same action was sent before and has not finished.',
    'Repeat the call after the seconds in Retry-After; it is not done twice.',
  ),
  ACTION_KEY_REUSED: failure(
    409,
    'Another call was sent with this idempotency-key.',
    'Use a new key for every action; repeat a key only with the same call.',
  ),
  WARNING_NOT_FOUND: failure(
    404,
    'The active Team has no such warning.',
    'List the warnings again; this one may be over.',
  ),
  WEBHOOK_NOT_FOUND: failure(
    404,
    'The active Team has no such webhook.',
    'List the webhooks again; this one may have been deleted.',
  ),
  WEBHOOK_LIMIT: failure(409, 'The Team has as many webhooks as it may have.', 'Delete one that is not used any more.'),
  WEBHOOK_ADDRESS_REFUSED: failure(
    400,
    'The address leads inside the network of this installation.',
    'Name an address of the internet.',
  ),
  WEBHOOK_STOPPED: failure(409, 'The webhook is stopped.', 'Start it, then send again.'),
  DELIVERY_NOT_FOUND: failure(
    404,
    'The webhook has no such delivery.',
    'List its deliveries again; old ones are removed.',
  ),
  LISTENER_LIMIT: failure(
    409,
    'As many commands listen to the Team as may at once.',
    'End one of them, or wait a quarter of an hour for one that was cut off.',
  ),
  BOT_CHECK_FAILED: failure(
    403,
    'The bot check was not passed.',
    'Request a new challenge and try again; each one works once.',
  ),
  SIGNATURE_INVALID: failure(
    403,
    'The body is not signed by a code host that this installation knows.',
    'Sign the bytes of the body with a key of LEAK_REPORTS_SIGNED_BY, and name the key.',
  ),
  NOT_FOUND: failure(404, 'There is nothing at this address.', 'Check the address; the reference lists the calls.'),
  METHOD_NOT_ALLOWED: failure(405, 'This address does not accept this method.', 'Use a method from the Allow header.'),
  REQUEST_INVALID: failure(
    400,
    'A field of the request is missing, repeated, unknown or malformed.',
    'Compare the request with the reference of this call.',
  ),
  REQUEST_TIMEOUT: failure(408, 'The request did not arrive in time.', 'Send the whole request without pauses.'),
  PAYLOAD_TOO_LARGE: failure(413, 'The body is too large.', 'Send at most 64 KiB.'),
  UNSUPPORTED_MEDIA_TYPE: failure(
    415,
    'This call accepts JSON only.',
    'Send Content-Type: application/json and a JSON object; {} if there are no fields.',
  ),
  RATE_LIMITED: failure(429, 'Too many requests.', 'Wait for the seconds in Retry-After.'),
  HEADERS_TOO_LARGE: failure(
    431,
    'The request line and headers together are too large.',
    'Clear the cookies of this site, or shorten the address.',
  ),
  IDENTITY_PROVIDER_UNAVAILABLE: failure(
    503,
    'The identity provider does not respond.',
    'Try again after the seconds in Retry-After; whoever is signed in stays signed in.',
  ),
  GATEWAY_UNAVAILABLE: failure(
    503,
    'The gateway does not respond to the portal.',
    'Try again after the seconds in Retry-After.',
  ),
  UNAVAILABLE: failure(503, 'The portal is temporarily unavailable.', 'Try again after the seconds in Retry-After.'),
  INTERNAL: failure(500, 'Internal error of the portal.', 'Try again; if it happens again, report the request_id.'),
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
  'CREDENTIAL_INVALID',
  'CREDENTIAL_SCOPE_INSUFFICIENT',
  'IDENTITY_PROVIDER_UNAVAILABLE',
] as const satisfies readonly PortalFailureCode[];

/** Failures of any call for operators. */
export const failuresOfOperatorCall = [
  'OPERATOR_REQUIRED',
  'SIGN_IN_TOO_OLD',
] as const satisfies readonly PortalFailureCode[];

/** Failures of any call that takes a body; those for a signed-in person add CSRF_TOKEN_MISSING (SPEC 5.1). */
export const failuresOfBody = [
  'CSRF_ORIGIN_MISMATCH',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
] as const satisfies readonly PortalFailureCode[];
