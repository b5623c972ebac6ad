// Generated from the contract by `npm run reference`: change the contract instead.

/** Every `status` that Openhouse fails with; docs/reference/errors.md explains them. */
export type FailureStatus =
  | 'err_parse_resource_code_failed'
  | 'err_resource_not_found'
  | 'err_parameter_invalid'
  | 'err_app_credentials_invalid'
  | 'err_app_disabled'
  | 'err_app_expired'
  | 'err_access_token_missing'
  | 'err_access_token_invalid'
  | 'err_access_token_expired'
  | 'err_link_invalid'
  | 'err_link_expired'
  | 'err_rate_limited'
  | 'err_request_malformed'
  | 'err_headers_too_large'
  | 'err_request_timeout'
  | 'err_path_not_found'
  | 'err_method_not_allowed'
  | 'err_payload_too_large'
  | 'err_unsupported_media_type'
  | 'err_unavailable'
  | 'err_internal';

/** What the caller can do about each. */
export const adviceOf: Readonly<Record<string, string>> = {
  err_parse_resource_code_failed:
    'Send one resource_code of 1 to 64 letters, digits, hyphens or underscores, as the tour list shows it.',
  err_resource_not_found: 'Check the code or id, and that the tour belongs to the Team whose app key you use.',
  err_parameter_invalid: 'Compare the request with the reference of this operation.',
  err_app_credentials_invalid:
    'Copy both from the page of the app; a rotated secret stops working when its overlap ends.',
  err_app_disabled: 'A Team owner can enable it on the page of the app.',
  err_app_expired: 'Ask your contact to extend the trial.',
  err_access_token_missing: 'Send the raw access token: "Authorization: <access_token>", without "Bearer".',
  err_access_token_invalid:
    'Send exactly the access_token of POST /auth/access_token, raw, without "Bearer", in one header.',
  err_access_token_expired: 'Exchange app key and secret again at POST /auth/access_token.',
  err_link_invalid: 'Ask GET /open/v3/view/file/private/presign for a link and use it unchanged.',
  err_link_expired: 'Ask GET /open/v3/view/file/private/presign for a new one.',
  err_rate_limited: 'Wait for the seconds in Retry-After; the RateLimit headers show what is left.',
  err_request_malformed:
    'Send one Host header and a target that starts with a single slash, without encoded slashes or dots.',
  err_headers_too_large: 'Keep them under 16 KiB; ask for long lists in several requests.',
  err_request_timeout: 'Send the whole request without pauses.',
  err_path_not_found: 'Paths are matched exactly; the reference lists them.',
  err_method_not_allowed: 'Use a method of the Allow header.',
  err_payload_too_large: 'Send at most 16 KiB.',
  err_unsupported_media_type: 'Send the Content-Type that the reference names for this operation.',
  err_unavailable: 'Try again after the seconds in Retry-After.',
  err_internal: 'Try again; if it stays, report the request_id.',
};
