import type { ContactRecord, PasskeyRecord, UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import { toAaguid, zeroAaguid } from '../../model/aaguids/aaguid.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Contact } from '../../model/contacts/contact.ts'
import { LineError } from '../../model/imports/line.ts'
import { readExtensions } from '../../model/passkeys/extensions.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import { findClaimsProblem } from '../../model/users/custom-claims.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import { findProfileProblem, type Profile, toProfileFields } from '../../model/users/profile.ts'
import type { NewUser } from '../../model/users/user.ts'
import { requireVisibleCharacters } from '../../model/users/username.ts'
import { parseContactAddress } from '../contacts/contact-address.ts'
import { requireNameKeys } from '../names/name-keys.ts'

/** A user as a line describes them, ready to be written. */
export type ImportedUser = {
  user: NewUser
  contacts: Contact[]
  passkeys: Passkey[]
  profile: Profile | undefined
}

/**
 * Checks what a record says beyond its shape, and completes it.
 * @throws LineError
 */
export async function toImportedUser(core: Core, application: Application, record: UserRecord): Promise<ImportedUser> {
  const { maxPasskeys } = application.settings
  if (record.passkeys.length > maxPasskeys)
    throw new LineError(
      'too_many_passkeys',
      `the application allows ${maxPasskeys} passkeys for each user (maxPasskeys)`,
    )
  const keys = await readName(core, record)
  const user = toUser(core, application, { ...record, ...keys })
  const contacts = await Promise.all((record.contacts ?? []).map((contact) => toContact(core, user, contact)))
  requireOnePerPlace(contacts)
  const passkeys = record.passkeys.map((passkey) => toPasskey(core, application, { user, passkey }))
  return { user, contacts, passkeys, profile: toProfile(core, user, record) }
}

async function readName(core: Core, { username }: UserRecord): Promise<NameKeys> {
  try {
    requireVisibleCharacters(username)
    return await requireNameKeys(core, username)
  } catch (error) {
    throw error instanceof AppError ? new LineError('invalid_username', error.message) : error
  }
}

function toUser({ random, now }: Core, { id: appId }: Application, record: UserRecord & NameKeys): NewUser {
  const { id = random.uuid(), usernameKey, addressKey, usernameType = 'other', status = 'active' } = record
  const username = record.username.trim()
  const displayName = record.displayName ?? username
  const createdAt = toTime(record.createdAt) ?? now()
  return { id, appId, username, usernameKey, addressKey, usernameType, displayName, status, createdAt, tokenEpoch: 0 }
}

/** Undefined if the record says nothing about it. */
function toProfile({ now }: Core, { appId, id: userId }: NewUser, record: UserRecord): Profile | undefined {
  const [fields, claims] = [toProfileFields(record.profile ?? {}), record.claims ?? {}]
  if (Object.keys(fields).length + Object.keys(claims).length === 0) return undefined
  const problem = findProfileProblem(fields) ?? findClaimsProblem(claims)
  if (problem !== undefined) throw new LineError('invalid_profile', problem)
  return { appId, userId, ...fields, claims, version: 0, updatedAt: now() }
}

async function toContact(
  core: Core,
  { id: userId, appId, createdAt }: NewUser,
  record: ContactRecord,
): Promise<Contact> {
  const { kind, secondary = false, messagingConsent = kind === 'email' } = record
  const found = await parseContactAddress(core, record.address)
  if (found?.kind !== kind)
    throw new LineError('invalid_contact', `${record.address} is not the address of one ${kind} recipient`)
  return {
    appId,
    userId,
    kind,
    address: found.address,
    addressKey: found.key,
    verifiedAt: toTime(record.verifiedAt),
    messagingConsent,
    ...(secondary && { secondary }),
    createdAt: toTime(record.createdAt) ?? createdAt,
  }
}

/** Of each kind, one verified primary contact, one verified secondary contact, and one that waits to be verified. */
function requireOnePerPlace(contacts: readonly Contact[]) {
  const places = contacts.map(({ kind, verifiedAt, secondary }) => [kind, verifiedAt !== undefined, secondary].join())
  const addresses = contacts.map(({ kind, addressKey }) => `${kind} ${addressKey}`)
  if (new Set(places).size < places.length || new Set(addresses).size < addresses.length)
    throw new LineError('invalid_contact', 'several contacts have the same place or the same address')
}

type OwnedRecord = { user: NewUser; passkey: PasskeyRecord }

function toPasskey(core: Core, { rpId }: Application, { user, passkey: record }: OwnedRecord): Passkey {
  const { random, now, publicKeys, providers } = core
  const key = publicKeys.read(record)
  if ('problem' in key) throw new LineError(key.problem, `passkey ${record.credentialId.slice(0, 43)}: ${key.why}`)
  const aaguid = readAaguid(record.aaguid)
  const { backupEligible = false, backedUp = false, userVerified = false, transports = [] } = record
  return {
    ...key,
    id: record.id ?? random.uuid(),
    appId: user.appId,
    userId: user.id,
    credentialId: toCanonical(record.credentialId),
    rpId,
    name: record.name?.trim() || providers.find(aaguid)?.name || 'Passkey',
    signCount: record.signCount ?? 0,
    aaguid,
    transports: [...new Set(transports)],
    backupEligible,
    ...(record.backupEligible === undefined && { backupEligibleUnknown: true }),
    backedUp,
    userVerified,
    attestationFormat: record.attestationFormat ?? 'none',
    ...(record.extensions && { extensions: readExtensions(record.extensions) }),
    createdAt: toTime(record.createdAt) ?? now(),
    createdFromDeviceId: undefined,
    lastUsedAt: toTime(record.lastUsedAt),
    lastUsedFromDeviceId: undefined,
    ...readHandle(record, user),
  }
}

/** Absent if it is the user's ID, which is the handle of passkeys that were registered here. */
function readHandle({ userHandle }: PasskeyRecord, { id }: NewUser): Pick<Passkey, 'userHandle'> {
  const handle = userHandle === undefined ? '' : toCanonical(userHandle)
  return handle === id ? {} : { userHandle: handle }
}

function readAaguid(text: string = zeroAaguid): string {
  const aaguid = toAaguid(text)
  if (aaguid === undefined) throw new LineError('invalid_record', `passkeys: ${text} is not an AAGUID`)
  return aaguid
}

function toCanonical(text: string): string {
  const canonical = Buffer.from(text, 'base64url').toString('base64url')
  if (canonical === '') throw new LineError('invalid_record', `passkeys: "${text}" is not base64url of any bytes`)
  return canonical
}

/** The format of dates allows a leap second, which no clock of ours has. */
function toTime(text: string | undefined): number | undefined {
  const at = text === undefined ? undefined : Date.parse(text)
  if (Number.isNaN(at)) throw new LineError('invalid_record', `${text} is not a time`)
  return at
}
