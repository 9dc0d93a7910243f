import type { Passkey } from '../../core/model/passkeys/passkey.ts'
import { type Database, prepareInsert } from '../engine/database.ts'
import type { PasskeyRow } from '../schema.ts'

/** A passkey's columns under their own names. */
export const passkeyColumns = [
  'passkeys.app_id',
  'passkeys.id',
  'passkeys.user_id',
  'passkeys.rp_id',
  'passkeys.credential_id',
  'passkeys.name',
  'passkeys.public_key',
  'passkeys.public_key_spki',
  'passkeys.algorithm',
  'passkeys.sign_count',
  'passkeys.aaguid',
  'passkeys.transports',
  'passkeys.backup_eligible',
  'passkeys.backed_up',
  'passkeys.user_verified',
  'passkeys.attestation_format',
  'passkeys.created_at',
  'passkeys.created_from_device_id',
  'passkeys.last_used_at',
  'passkeys.last_used_from_device_id',
] as const

/** A row that selects `passkeyColumns`. */
export type SelectedPasskey = Omit<PasskeyRow, 'slot'>

export const toPasskey = (row: SelectedPasskey): Passkey => ({
  id: row.id,
  appId: row.app_id,
  userId: row.user_id,
  credentialId: row.credential_id,
  rpId: row.rp_id,
  name: row.name,
  publicKey: row.public_key,
  publicKeySpki: row.public_key_spki,
  algorithm: row.algorithm,
  signCount: row.sign_count,
  aaguid: row.aaguid,
  transports: JSON.parse(row.transports) as string[],
  backupEligible: row.backup_eligible === 1,
  backedUp: row.backed_up === 1,
  userVerified: row.user_verified === 1,
  attestationFormat: row.attestation_format,
  createdAt: row.created_at,
  createdFromDeviceId: row.created_from_device_id ?? undefined,
  lastUsedAt: row.last_used_at ?? undefined,
  lastUsedFromDeviceId: row.last_used_from_device_id ?? undefined,
})

/**
 * The step that adds a passkey; conflicts: `passkeys_credential_id`, the RP ID has that credential, `passkeys_slot`, another
 * passkey of the user was registered in that slot meanwhile, `passkeys_owner`, the user is gone.
 */
export function passkeyInsert(db: Database) {
  const insert = prepareInsert(db, 'passkeys')
  return (passkey: Passkey, slot: number) => insert({ ...passkeyRow(passkey), slot })
}

const passkeyRow = (passkey: Passkey): SelectedPasskey => ({
  app_id: passkey.appId,
  id: passkey.id,
  user_id: passkey.userId,
  rp_id: passkey.rpId,
  credential_id: passkey.credentialId,
  name: passkey.name,
  public_key: passkey.publicKey,
  public_key_spki: passkey.publicKeySpki,
  algorithm: passkey.algorithm,
  sign_count: passkey.signCount,
  aaguid: passkey.aaguid,
  transports: JSON.stringify(passkey.transports),
  backup_eligible: Number(passkey.backupEligible),
  backed_up: Number(passkey.backedUp),
  user_verified: Number(passkey.userVerified),
  attestation_format: passkey.attestationFormat,
  created_at: passkey.createdAt,
  created_from_device_id: passkey.createdFromDeviceId ?? null,
  last_used_at: passkey.lastUsedAt ?? null,
  last_used_from_device_id: passkey.lastUsedFromDeviceId ?? null,
})
