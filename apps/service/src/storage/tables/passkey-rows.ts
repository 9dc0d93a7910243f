import { bytes, flag, hidden, json, number, optional, type Stored, table, text } from '../columns.ts'
export const passkeys = table(
  'passkeys',
  {
    id: text(),
    appId: text(),
    userId: text(),
    credentialId: text(),
    rpId: text(),
    name: text(),
    publicKey: bytes(),
    publicKeySpki: bytes(),
    algorithm: number(),
    signCount: number(),
    aaguid: text(),
    transports: json<readonly string[]>(),
    backupEligible: flag(),
    backedUp: flag(),
    userVerified: flag(),
    attestationFormat: text(),
    /** From 1, each once a user; null where an older version added the passkey during an upgrade. */
    slot: hidden(optional(number())),
    createdAt: number(),
    createdFromDeviceId: optional(text()),
    lastUsedAt: optional(number()),
    lastUsedFromDeviceId: optional(text()),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    passkeys: Stored<typeof passkeys>
  }
}

/** A row that selects the columns of a passkey. */
export type SelectedPasskey = Parameters<typeof passkeys.load>[0]
