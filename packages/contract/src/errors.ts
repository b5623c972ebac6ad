/** One failure the gateway may answer with. */
export interface GatewayFailure {
  /** Envelope `code`: `-1` in general, `-2` for app credentials, `-3` for the access token. */
  readonly code: -1 | -2 | -3;
  /** HTTP status that accompanies the envelope. */
  readonly httpStatus: number;
  /** One sentence: what is wrong. The server may replace it with a more specific one, which holds no secret. */
  readonly message: string;
  /** One sentence: how the caller can fix it. */
  readonly advice: string;
}

const failure = (
  code: GatewayFailure['code'],
  httpStatus: number,
  message: string,
  advice: string,
): GatewayFailure => ({
  code,
  httpStatus,
  message,
  advice,
});

/**
 * Every failure that leaves the gateway, by envelope `status` (SPEC 7.2, decision 0003).
 * Integrators may rely on the names; messages may change.
 */
export const gatewayFailures = {
  // SPEC 7.2 gives this one HTTP 200; all others have a matching HTTP status.
  err_parse_resource_code_failed: failure(
    -1,
    200,
    'The resource_code is missing or cannot be parsed.',
    'Send one resource_code of 1 to 64 letters, digits, hyphens or underscores, as the tour list shows it.',
  ),
  err_resource_not_found: failure(
    -1,
    404,
    'No such resource in the Team of this app.',
    'Check the code or id, and that the tour belongs to the Team whose app key you use.',
  ),
  err_parameter_invalid: failure(
    -1,
    400,
    'A parameter is missing, repeated, unknown or malformed.',
    'Compare the request with the reference of this operation.',
  ),
  err_app_credentials_invalid: failure(
    -2,
    401,
    'The app key or the app secret is wrong.',
    'Copy both from the page of the app; a version of the secret stops working when it ends.',
  ),
  err_app_suspended: failure(
    -2,
    403,
    'An operator of this installation has suspended the app.',
    'The page of the app says why; ask whoever runs the installation.',
  ),
  err_app_team_closed: failure(
    -2,
    403,
    'The Team of the app is to be deleted.',
    'An owner can call that off on the page of the Team until it is due; the app works again within a second.',
  ),
  err_app_disabled: failure(-2, 403, 'The app is disabled.', 'A Team owner can enable it on the page of the app.'),
  err_app_expired: failure(-2, 403, 'The trial of the app has ended.', 'Ask your contact to extend the trial.'),
  err_app_network_not_allowed: failure(
    -2,
    403,
    'The app may not exchange from this address.',
    'The message names the address that the gateway saw. Exchange from one of its networks, or have a Team owner add this one on the page of the app.',
  ),
  err_app_read_only: failure(
    -2,
    403,
    'The app may only read.',
    'A Team owner can let it activate tours on the page of the app.',
  ),
  err_access_token_missing: failure(
    -3,
    401,
    'The Authorization header is missing.',
    'Send the raw access token: "Authorization: <access_token>", without "Bearer".',
  ),
  err_access_token_invalid: failure(
    -3,
    401,
    'The Authorization header does not hold a valid access token.',
    'Send exactly the access_token of POST /auth/access_token, raw, without "Bearer", in one header.',
  ),
  err_access_token_expired: failure(
    -3,
    401,
    'The access token has expired.',
    'Exchange app key and secret again at POST /auth/access_token.',
  ),
  err_link_invalid: failure(
    -1,
    403,
    'This file needs a signed link, and this is not one.',
    'Request a link from GET /open/v3/view/file/private/presign and use it unchanged.',
  ),
  err_link_expired: failure(
    -1,
    403,
    'This link has expired.',
    'Request a new one from GET /open/v3/view/file/private/presign.',
  ),
  err_rate_limited: failure(
    -1,
    429,
    'Too many requests.',
    'Wait for the seconds in Retry-After; the RateLimit headers show what is left.',
  ),
  err_request_malformed: failure(
    -1,
    400,
    'The request is not well-formed HTTP.',
    'Send one Host header and a target that starts with a single slash, without encoded slashes or dots.',
  ),
  err_headers_too_large: failure(
    -1,
    431,
    'The request line and headers together are too large.',
    'Keep them under 16 KiB; split long lists into several requests.',
  ),
  err_request_timeout: failure(
    -1,
    408,
    'The request did not arrive in time.',
    'Send the whole request without pauses.',
  ),
  err_path_not_found: failure(
    -1,
    404,
    'There is no operation at this path.',
    'Paths are matched exactly; the reference lists them.',
  ),
  err_method_not_allowed: failure(
    -1,
    405,
    'This path does not accept this method.',
    'Use a method from the Allow header.',
  ),
  err_payload_too_large: failure(-1, 413, 'The body is too large.', 'Send at most 16 KiB.'),
  err_unsupported_media_type: failure(
    -1,
    415,
    'This operation does not accept the media type of the body.',
    'Send the Content-Type that the reference names for this operation.',
  ),
  err_unavailable: failure(
    -1,
    503,
    'The gateway is temporarily unavailable.',
    'Try again after the seconds in Retry-After.',
  ),
  err_internal: failure(
    -1,
    500,
    'Internal error of the gateway.',
    'Try again; if it happens again, report the request_id.',
  ),
} as const satisfies Record<string, GatewayFailure>;

/** An envelope `status` of a failure. */
export type GatewayFailureStatus = keyof typeof gatewayFailures;

/** Failures that any operation may answer with, whatever it does. */
export const failuresOfAnyOperation = [
  'err_request_malformed',
  'err_headers_too_large',
  'err_request_timeout',
  'err_method_not_allowed',
  'err_rate_limited',
  'err_unavailable',
  'err_internal',
] as const satisfies readonly GatewayFailureStatus[];

/** Failures of the links of file/private/presign and of other file addresses, beyond those of any operation. */
export const failuresOfFileLinks = [
  'err_link_invalid',
  'err_link_expired',
  'err_resource_not_found',
  'err_path_not_found',
] as const satisfies readonly GatewayFailureStatus[];

/** Failures of any operation that asks for an access token. */
export const failuresOfAccessToken = [
  'err_access_token_missing',
  'err_access_token_invalid',
  'err_access_token_expired',
  'err_app_suspended',
  'err_app_team_closed',
  'err_app_disabled',
  'err_app_expired',
] as const satisfies readonly GatewayFailureStatus[];
