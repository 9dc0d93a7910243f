/** The exact failure, if status and msgCode leave it open: values of the optional `reason` of an error. */
export const errorReasons = [
  'unknown_application',
  'unknown_path',
  'invalid_api_key',
  'invalid_code',
  'authenticator_not_accepted',
  'authenticator_not_certified',
  'user_verification_missing',
  'session_used',
] as const

export type ErrorReason = (typeof errorReasons)[number]

/** The msgCodes that only the administration API has. */
export const administrationCodes = [
  'confirmation_required',
  'last_owner',
  'last_passkey',
  'sso_expired',
  'sso_rejected',
  'sso_required',
  'username_taken',
] as const
