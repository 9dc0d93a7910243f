import type { Spending } from '../passkeys/passkey.ts'

/** Every kind of event, by subject and outcome. */
export const eventTypes = [
  'fido2.application.created',
  'fido2.application.changed',
  'fido2.passkey.reg.success',
  'fido2.passkey.auth.success',
  'fido2.passkey.auth.counter',
  'fido2.passkey.reg.aaguid.blocked',
  'fido2.passkey.auth.aaguid.blocked',
  'fido2.passkey.renamed',
  'fido2.passkey.deleted',
  'fido2.user.deleted',
  'fido2.device.deleted',
  'fido2.tx.completed',
  'fido2.grant.issued',
  'fido2.aaguid.blacklist.changed',
  'fido2.message.sent',
  'fido2.message.failed',
  'fido2.message.limited',
] as const

export type EventType = (typeof eventTypes)[number]

/** One line of an application's history. `id` is time-ordered (UUID v7); `at` is milliseconds since 1970. */
export type EventRecord = {
  id: string
  appId: string
  type: EventType
  at: number
  userId?: string
  passkeyId?: string
  deviceId?: string
  /** Small facts about the event; never secrets. */
  detail?: Readonly<Record<string, string | number | boolean>>
}

/** Where events are read. They are written in the batch of what they tell about. */
export interface EventStore {
  append(event: EventRecord): Promise<void>
  /** Spends the session that the event tells about; false, and nothing is written, when it was spent before. */
  appendSpending(event: EventRecord, spending: Spending): Promise<boolean>
  /** Newest first. */
  list(appId: string, limit: number): Promise<EventRecord[]>
}
