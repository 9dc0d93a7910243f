import { randomBytes } from 'node:crypto'
import type { PasskeyRecord, UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import {
  type AuthenticatorSettings,
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  type StoredCredential,
} from '@thumbturn/testkit'
import { newName } from './situations.ts'

/** A passkey that another service registered, on its device, and what that service stores of it. */
export type ForeignPasskey = { device: SoftwareAuthenticator; credential: StoredCredential; record: PasskeyRecord }

type Foreign = Partial<AuthenticatorSettings> & { rpId?: string; userHandle?: string }

/** Registers a passkey elsewhere, under a user handle that isn't ours. */
export function registerElsewhere({ rpId = 'localhost', userHandle, ...settings }: Foreign = {}): ForeignPasskey {
  const device = createSoftwareAuthenticator({ origin: 'http://localhost:4300', ...settings })
  const handle = userHandle ?? randomBytes(16).toString('base64url')
  device.create({
    rp: { id: rpId, name: 'Elsewhere' },
    user: { id: handle, name: 'ada', displayName: 'Ada' },
    challenge: randomBytes(32).toString('base64url'),
    pubKeyCredParams: [{ type: 'public-key', alg: settings.algorithm ?? -7 }],
  })
  const credential = device.credentials[0]!
  const record = {
    credentialId: credential.id,
    publicKeyCose: credential.key.cose.toString('base64url'),
    userHandle: handle,
    backupEligible: settings.backupEligible ?? false,
    transports: ['internal'],
  }
  return { device, credential, record }
}

/** The record of a new user with these passkeys. */
export const userRecord = (passkeys: readonly PasskeyRecord[], changes: Partial<UserRecord> = {}): UserRecord => ({
  username: newName('moved'),
  passkeys: [...passkeys],
  ...changes,
})

/** A file that holds these records, or lines of text. */
export const toFile = (lines: readonly (object | string)[], header: object = {}): string =>
  [{ format: 'thumbturn-users', version: 1, rpId: 'localhost', ...header }, ...lines, { end: true }]
    .map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
    .join('\n')
    .concat('\n')
