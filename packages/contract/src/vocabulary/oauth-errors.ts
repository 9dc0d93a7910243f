/** The errors of protocol endpoints, each with the section that defines it. */
export const oauthErrors = {
  invalid_request: 'RFC 6749 §4.1.2.1, §5.2',
  invalid_client: 'RFC 6749 §5.2',
  invalid_grant: 'RFC 6749 §5.2',
  unauthorized_client: 'RFC 6749 §4.1.2.1, §5.2',
  unsupported_grant_type: 'RFC 6749 §5.2',
  unsupported_response_type: 'RFC 6749 §4.1.2.1',
  invalid_scope: 'RFC 6749 §4.1.2.1, §5.2',
  access_denied: 'RFC 6749 §4.1.2.1',
  server_error: 'RFC 6749 §4.1.2.1',
  temporarily_unavailable: 'RFC 6749 §4.1.2.1',
  invalid_token: 'RFC 6750 §3.1',
  insufficient_scope: 'RFC 6750 §3.1',
  invalid_target: 'RFC 8707 §2',
  invalid_dpop_proof: 'RFC 9449 §12.2',
  unsupported_token_type: 'RFC 7009 §2.2.1',
  login_required: 'OpenID Connect Core 1.0 §3.1.2.6',
  consent_required: 'OpenID Connect Core 1.0 §3.1.2.6',
  account_selection_required: 'OpenID Connect Core 1.0 §3.1.2.6',
  interaction_required: 'OpenID Connect Core 1.0 §3.1.2.6',
  invalid_request_uri: 'RFC 9101 §6.3',
  request_not_supported: 'OpenID Connect Core 1.0 §3.1.2.6',
  request_uri_not_supported: 'OpenID Connect Core 1.0 §3.1.2.6',
  registration_not_supported: 'OpenID Connect Core 1.0 §3.1.2.6',
  unmet_authentication_requirements: 'OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §2',
} as const

export type OauthError = keyof typeof oauthErrors
