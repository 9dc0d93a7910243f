import type { AccessCode } from '@thumbturn/service/core/model/access-codes/access-code.ts'
import type { Code } from '@thumbturn/service/core/model/codes/code.ts'
import type { Contact } from '@thumbturn/service/core/model/contacts/contact.ts'
import type { Credential, CredentialUse } from '@thumbturn/service/core/model/credentials/credential.ts'
import type { Device } from '@thumbturn/service/core/model/devices/device.ts'
import type { EventRecord } from '@thumbturn/service/core/model/events/event.ts'
import type { MessageTask } from '@thumbturn/service/core/model/messages/message.ts'
import type { Passkey } from '@thumbturn/service/core/model/passkeys/passkey.ts'
import type { Transaction } from '@thumbturn/service/core/model/transactions/transaction.ts'
import type { NewUser } from '@thumbturn/service/core/model/users/user.ts'
import type { Store } from '@thumbturn/service/core/ports/store.ts'
import type { SpentSession } from '@thumbturn/service/core/spent-session.ts'
import { commitContact } from '@thumbturn/service/core/use-cases/contacts/set.ts'
import { commitPasskey } from '@thumbturn/service/core/use-cases/passkeys/add.ts'
import { listUse } from '@thumbturn/service/core/use-cases/passkeys/use.ts'
import { append, type Conflict, queue, type Write } from '@thumbturn/service/core/writes.ts'

type Outcome = Promise<Conflict | undefined>

/** Everything that a registration writes. */
export type NewPasskey = {
  newUser: NewUser | undefined
  tokenEpoch?: number
  allowedBy?: string
  allowedByCode?: string
  contacts?: readonly Contact[]
  passkey: Passkey
  most: number
  device: Device
  spending: SpentSession
  event: EventRecord
}

export function register(store: Store, registration: NewPasskey): Promise<Conflict | 'too_many' | undefined> {
  const { newUser, tokenEpoch, allowedBy, allowedByCode, contacts, passkey, most, device } = registration
  const { appId, userId, createdAt: at } = passkey
  return commitPasskey(store, { passkey, isNewUser: newUser !== undefined, most }, (slot) => [
    { spend: { appId, ...registration.spending } },
    ...(tokenEpoch === undefined ? [] : [{ holdUser: { appId, userId, tokenEpoch } }]),
    ...(allowedBy === undefined ? [] : [{ holdPasskey: { appId, userId, id: allowedBy } }]),
    ...(allowedByCode === undefined ? [] : [{ spendAccessCode: { appId, userId, id: allowedByCode, at } }]),
    newUser ? { addUser: { ...newUser, contacts } } : { unlock: { appId, account: userId } },
    { addPasskey: { ...passkey, slot } },
    { seeDevice: { appId, userId, known: newUser && [device.id], ...device } },
    { append: registration.event },
  ])
}

/** Everything that a sign-in, or the confirmation of a transaction, writes. */
export type PasskeyUse = {
  passkey: Passkey
  signCount: number
  backedUp: boolean
  userVerified: boolean
  device: Device
  spending: SpentSession
  accessCode?: AccessCode
  transaction?: Transaction
  events: readonly EventRecord[]
}

export function recordUse(store: Store, { passkey, device, spending, ...use }: PasskeyUse): Outcome {
  const { accessCode, transaction, events, ...observed } = use
  const verified = { backupEligible: passkey.backupEligible, userHandle: undefined, ...observed }
  return store.commit([
    { spend: { appId: passkey.appId, ...spending } },
    ...(transaction ? [{ addTransaction: transaction }] : []),
    ...listUse({ passkey, verified, device, at: device.at }),
    ...(accessCode ? [{ putAccessCode: accessCode }] : []),
    ...append(events),
  ])
}

type Batch = { events: readonly EventRecord[]; tasks: readonly MessageTask[] }

/** The events and messages that follow from a change. */
export const toWrites = ({ events, tasks }: Batch): Write[] => [...append(events), ...queue(tasks)]

export const setContact = (store: Store, contact: Contact, follows: Batch): Outcome =>
  commitContact(store, contact, { after: toWrites(follows) })

export type CodeEffect =
  | { verifies: Contact }
  | { adopts: Contact }
  | { recovers: Contact; tokenEpoch: number }
  | undefined

type SpentCode = { code: Code; failures: number; at: number; effect: CodeEffect } & Batch

/** Spends a correct code, with everything that follows from it. */
export const spendCode = (store: Store, { code, failures, at, effect, ...follows }: SpentCode): Outcome =>
  store.commit([
    { spendCode: { code, failures, at } },
    { unlock: { appId: code.appId, account: code.account, method: code.method } },
    ...listEffect(code, effect, at),
    ...toWrites(follows),
  ])

function listEffect(code: Code, effect: CodeEffect, at: number): Write[] {
  if (effect === undefined) return []
  if ('verifies' in effect)
    return [{ verifyContact: { ...effect.verifies, at } }, { endOtherCodes: { code, method: code.method } }]
  if ('adopts' in effect) return [{ adoptContact: effect.adopts }]
  const { recovers: contact, tokenEpoch } = effect
  const { appId, userId } = contact
  return [
    { signOutUser: { appId, userId, tokenEpoch } },
    { removeAccess: contact },
    { adoptContact: contact },
    { endOtherCodes: { code } },
  ]
}

type Addition = {
  newUser?: NewUser
  replaced?: CredentialUse
  allowedByCode?: AccessCode
  tokenEpoch?: number
  signsOut?: boolean
  events: readonly EventRecord[]
}

const unlock = ({ appId, userId, type }: Credential): Write => ({ unlock: { appId, account: userId, method: type } })

export function putCredential(store: Store, credential: Credential, addition: Addition): Outcome {
  const { appId, userId, createdAt: at } = credential
  const { newUser, replaced, allowedByCode, tokenEpoch, signsOut, events } = addition
  const epoch = { appId, userId, tokenEpoch: tokenEpoch ?? 0 }
  return store.commit([
    ...(newUser ? [{ addUser: newUser }] : []),
    ...(tokenEpoch === undefined ? [] : [signsOut ? { signOutUser: epoch } : { holdUser: epoch }]),
    ...(replaced ? [{ deleteCredential: replaced.credential }, unlock(replaced.credential)] : []),
    ...(allowedByCode ? [{ spendAccessCode: { appId, userId, id: allowedByCode.id, at } }] : []),
    ...(replaced?.credential.type === credential.type ? [] : [{ replaceCredentials: credential }]),
    { addCredential: credential },
    unlock(credential),
    ...append(events),
  ])
}

export const useCredential = (store: Store, { credential, spending, isUsedUp, step, at, events }: CredentialUse) =>
  store.commit([
    ...(spending ? [{ spend: { appId: credential.appId, ...spending } }] : []),
    ...(credential.status === 'pending' ? [{ deleteActiveCredential: credential }] : []),
    isUsedUp ? { deleteCredential: credential } : { useCredential: { credential, step, at } },
    unlock(credential),
    ...append(events),
  ])
