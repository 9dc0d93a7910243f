import {
  type ContactRecord,
  type FileHeader,
  type PasskeyRecord,
  type UserRecord,
  userFormat,
  userFormatVersion,
} from '@thumbturn/contract/vocabulary/user-records.ts'
import type { Application } from '../applications/application.ts'
import type { Contact } from '../contacts/contact.ts'
import { nameExtensions } from '../passkeys/extensions.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import type { Account } from '../users/account.ts'
import { type Profile, toProfileFields } from '../users/profile.ts'

const toText = (at: number) => new Date(at).toISOString()

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** The first line of a file that is written now. */
export const createHeader = ({ id, rpId }: Application, exportedAt: number): FileHeader => ({
  format: userFormat,
  version: userFormatVersion,
  rpId,
  application: id,
  exportedAt: toText(exportedAt),
})

/** The line of a user, with the passkeys of this RP ID: those of an earlier one can't sign in any more. */
export function toUserRecord({ user, passkeys, contacts, profile, groups }: Account, rpId: string): UserRecord {
  const { id, username, usernameType, displayName, status, createdAt } = user
  return {
    id,
    username,
    usernameType,
    displayName,
    status,
    createdAt: toText(createdAt),
    ...(contacts.length > 0 && { contacts: contacts.map(toContactRecord) }),
    ...(profile && describeProfile(profile)),
    ...(groups.length > 0 && { groups }),
    passkeys: passkeys.filter((passkey) => passkey.rpId === rpId).map(toPasskeyRecord),
  }
}

/** The fields of the profile and the custom claims, where there are any. */
function describeProfile(profile: Profile): Pick<UserRecord, 'profile' | 'claims'> {
  const [fields, { claims }] = [toProfileFields(profile), profile]
  return {
    ...(Object.keys(fields).length > 0 && { profile: fields }),
    ...(Object.keys(claims).length > 0 && { claims }),
  }
}

const toContactRecord = ({
  kind,
  address,
  verifiedAt,
  messagingConsent,
  secondary,
  createdAt,
}: Contact): ContactRecord => ({
  kind,
  address,
  ...(verifiedAt !== undefined && { verifiedAt: toText(verifiedAt) }),
  messagingConsent,
  ...(secondary && { secondary }),
  createdAt: toText(createdAt),
})

function toPasskeyRecord(passkey: Passkey): PasskeyRecord {
  const { publicKey, publicKeySpki, userHandle = passkey.userId, backupEligibleUnknown, lastUsedAt } = passkey
  const { id, credentialId, algorithm, signCount, transports, backupEligible, backedUp, userVerified } = passkey
  return {
    id,
    credentialId,
    publicKeyCose: base64url(publicKey),
    publicKeySpki: base64url(publicKeySpki),
    algorithm,
    ...(userHandle !== '' && { userHandle }),
    signCount,
    transports: [...transports],
    ...(!backupEligibleUnknown && { backupEligible }),
    backedUp,
    userVerified,
    attestationFormat: passkey.attestationFormat,
    ...(passkey.extensions && { extensions: nameExtensions(passkey.extensions) }),
    aaguid: passkey.aaguid,
    name: passkey.name,
    createdAt: toText(passkey.createdAt),
    ...(lastUsedAt !== undefined && { lastUsedAt: toText(lastUsedAt) }),
  }
}
