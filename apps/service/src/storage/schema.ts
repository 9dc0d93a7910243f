/**
 * The tables as the queries see them. Times are milliseconds since 1970, flags are 0 or 1, JSON is text.
 * Constraints are named after their table and last column (`users_username_key`), foreign keys `<table>_owner`:
 * that is how both engines name the same conflict alike.
 */
export type Tables = {
  applications: ApplicationRow
  application_versions: ApplicationVersionRow
  application_deletions: ApplicationDeletionRow
  signing_keys: SigningKeyRow
  api_keys: ApiKeyRow
  users: UserRow
  names: NameRow
  passkeys: PasskeyRow
  devices: DeviceRow
  device_keys: DeviceKeyRow
  spent_sessions: SpentSessionRow
  watermarks: WatermarkRow
  events: EventRow
  aaguid_blacklist: BlacklistRow
  transactions: TransactionRow
  rate_limits: RateLimitRow
  refresh_families: RefreshFamilyRow
  messages: MessageRow
  message_counts: MessageCountRow
  outbox: OutboxRow
  contacts: ContactRow
  codes: CodeRow
  failures: FailureRow
  client_keys: ClientKeyRow
  credentials: CredentialRow
  access_codes: AccessCodeRow
  installation: InstallationRow
}

export type InstallationRow = { name: string; value: string }

export type ApplicationRow = {
  id: string
  name: string
  rp_id: string
  origins: string
  base_url: string | null
  settings: string
  tokens_until: number | null
  created_at: number
  updated_at: number
}

export type ApplicationVersionRow = { app_id: string; version: number }

export type ApplicationDeletionRow = { app_id: string; deleted_at: number }

export type SigningKeyRow = {
  app_id: string
  kid: string
  public_jwk: string
  sealed_private_key: string
  created_at: number
  retired_at: number | null
}

export type ApiKeyRow = {
  id: string
  app_id: string
  name: string
  scopes: string
  secret_hash: string
  created_at: number
  revoked_at: number | null
}

export type UserRow = {
  app_id: string
  id: string
  username: string
  username_key: string
  username_type: string
  display_name: string
  status: string
  created_at: number
  updated_at: number | null
  token_epoch: number
}

/** `kind` is null for a username, and for the address that a username denotes. */
export type NameRow = { app_id: string; name_key: string; user_id: string; kind: string | null }

export type PasskeyRow = {
  app_id: string
  id: string
  user_id: string
  rp_id: string
  credential_id: string
  name: string
  public_key: Uint8Array
  public_key_spki: Uint8Array
  algorithm: number
  sign_count: number
  aaguid: string
  transports: string
  backup_eligible: number
  backed_up: number
  user_verified: number
  attestation_format: string
  /** From 1, each once a user; null where an older version added it during an upgrade. */
  slot: number | null
  created_at: number
  created_from_device_id: string | null
  last_used_at: number | null
  last_used_from_device_id: string | null
}

export type DeviceRow = {
  app_id: string
  user_id: string
  id: string
  description: string
  first_seen_at: number
  last_seen_at: number
}

export type DeviceKeyRow = {
  app_id: string
  user_id: string
  device_id: string
  thumbprint: string
  created_at: number
}

export type WatermarkRow = { name: string; value: number }

export type SpentSessionRow = { app_id: string; id: string; expires_at: number }

export type EventRow = {
  app_id: string
  id: string
  type: string
  at: number
  user_id: string | null
  passkey_id: string | null
  device_id: string | null
  detail: string | null
  severity: number
  address: string | null
  trace_id: string | null
  duration: number | null
  reason: string | null
}

export type BlacklistRow = { app_id: string; aaguid: string; auth: number; reg: number }

export type AccessCodeRow = {
  app_id: string
  id: string
  user_id: string
  type: string
  purpose: string
  code_hash: string
  authorized_at: number | null
  created_at: number
  expires_at: number
  token_epoch: number
}

export type CredentialRow = {
  app_id: string
  id: string
  user_id: string
  type: string
  status: string
  name: string
  secret: string
  last_step: number
  created_at: number
  updated_at: number
}

export type ClientKeyRow = {
  app_id: string
  id: string
  name: string
  public_key: string
  created_at: number
  revoked_at: number | null
}

export type TransactionRow = {
  app_id: string
  id: string
  user_id: string
  username: string
  passkey_id: string
  tx_type: string
  payload: string
  nonce: string
  l_nonce: string
  tx_hash: string
  created_at: number
}

export type MessageRow = {
  app_id: string
  id: string
  user_id: string | null
  kind: string
  about: string
  attempts: number
  told: string
  next_at: number
  expires_at: number
  created_at: number
}

export type MessageCountRow = { app_id: string; id: string; count: number; expires_at: number }

export type OutboxRow = { app_id: string; id: string; content: string; expires_at: number }

export type RateLimitRow = { key: string; full_at: number }
export type ContactRow = {
  app_id: string
  user_id: string
  kind: string
  address: string
  address_key: string
  verified_at: number | null
  messaging_consent: number
  /** 1: the secondary contact of its kind. */
  secondary: number
  created_at: number
}

export type CodeRow = {
  app_id: string
  account: string
  purpose: string
  method: string
  user_id: string | null
  code_hash: string
  address: string | null
  shown_by: string | null
  until: number | null
  tries: number
  created_at: number
  expires_at: number
  token_epoch: number
}

export type FailureRow = {
  app_id: string
  account: string
  method: string
  user_id: string | null
  count: number
  last_at: number
}

export type RefreshFamilyRow = {
  app_id: string
  id: string
  user_id: string
  passkey_id: string | null
  amr: string
  latest: string
  previous: string | null
  rotated_at: number | null
  token_epoch: number
  signed_in_at: number
  expires_at: number
  revoked_at: number | null
}
