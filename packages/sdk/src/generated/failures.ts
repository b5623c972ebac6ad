// Generated from the contract by `npm run reference`: change the contract instead.

/** Every `status` that Openhouse fails with; docs/reference/errors.md explains them. */
export type FailureStatus =
  | 'err_parse_resource_code_failed'
  | 'err_resource_not_found'
  | 'err_parameter_invalid'
  | 'err_app_credentials_invalid'
  | 'err_app_suspended'
  | 'err_app_team_closed'
  | 'err_app_disabled'
  | 'err_app_expired'
  | 'err_app_network_not_allowed'
  | 'err_app_read_only'
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
