import type { Contact, ContactKind } from '../core/contacts/contact.ts'
import { type Database, prepareStep } from './database.ts'
import type { ContactRow } from './tables.ts'

/** A contact's columns under their own names. */
export const contactColumns = [
  'contacts.app_id',
  'contacts.user_id',
  'contacts.kind',
  'contacts.address',
  'contacts.address_key',
  'contacts.verified_at',
  'contacts.messaging_consent',
  'contacts.created_at',
] as const

/** A row that selects `contactColumns`. */
export type SelectedContact = ContactRow

export const toContact = (row: SelectedContact): Contact => ({
  appId: row.app_id,
  userId: row.user_id,
  kind: row.kind as ContactKind,
  address: row.address,
  addressKey: row.address_key,
  verifiedAt: row.verified_at ?? undefined,
  messagingConsent: row.messaging_consent === 1,
  createdAt: row.created_at,
})

/**
 * The steps that change contacts, for whatever batch they belong to. `put` conflicts with `contacts_owner` when the user
 * is gone; `verify` touches no row unless that contact still waits for it.
 */
export function contactSteps(db: Database) {
  const put = putContact(db)
  return { put: (contact: Contact) => put(toRow(contact)), ...contactChanges(db), ...contactRemovals(db) }
}

const toRow = (contact: Contact): ContactRow => ({
  app_id: contact.appId,
  user_id: contact.userId,
  kind: contact.kind,
  address: contact.address,
  address_key: contact.addressKey,
  verified_at: contact.verifiedAt ?? null,
  messaging_consent: Number(contact.messagingConsent),
  created_at: contact.createdAt,
})

const putContact = ({ query }: Database) =>
  prepareStep('contacts', (row: ContactRow) =>
    query
      .insertInto('contacts')
      .values({
        app_id: row.app_id,
        user_id: row.user_id,
        kind: row.kind,
        address: row.address,
        address_key: row.address_key,
        verified_at: row.verified_at,
        messaging_consent: row.messaging_consent,
        created_at: row.created_at,
      })
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'user_id', 'address_key', 'kind']).doUpdateSet((excluded) => ({
          address: excluded.ref('excluded.address'),
          verified_at: excluded.ref('excluded.verified_at'),
          messaging_consent: excluded.ref('excluded.messaging_consent'),
          created_at: excluded.ref('excluded.created_at'),
        })),
      ),
  )

const contactChanges = ({ query }: Database) => ({
  verify: prepareStep('contacts', ({ appId, userId, kind, addressKey, at }: Contact & { at: number }) =>
    query
      .updateTable('contacts')
      .set({ verified_at: at })
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('address_key', '=', addressKey)
      .where('verified_at', 'is', null),
  ),
})

const contactRemovals = ({ query }: Database) => ({
  /** What the user has claimed of that kind and not verified, but this. */
  removeWaiting: prepareStep('contacts', ({ appId, userId, kind, addressKey }: Contact) =>
    query
      .deleteFrom('contacts')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('address_key', '!=', addressKey)
      .where('verified_at', 'is', null),
  ),
  removeOthersOfKind: prepareStep('contacts', ({ appId, userId, kind, addressKey }: Contact) =>
    query
      .deleteFrom('contacts')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('address_key', '!=', addressKey),
  ),
  removeOthers: prepareStep('contacts', ({ appId, userId, addressKey }: Contact) =>
    query
      .deleteFrom('contacts')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('address_key', '!=', addressKey),
  ),
  remove: prepareStep(
    'contacts',
    ({ appId, userId, kind, addressKey }: Pick<Contact, 'appId' | 'userId' | 'kind' | 'addressKey'>) =>
      query
        .deleteFrom('contacts')
        .where('app_id', '=', appId)
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('address_key', '=', addressKey),
  ),
  removeAllOfKind: prepareStep('contacts', ({ appId, userId, kind }: Pick<Contact, 'appId' | 'userId' | 'kind'>) =>
    query.deleteFrom('contacts').where('app_id', '=', appId).where('user_id', '=', userId).where('kind', '=', kind),
  ),
  /** Takes the address from whoever else verified it: it is no longer theirs. */
  take: prepareStep('contacts', ({ appId, userId, addressKey }: Contact) =>
    query
      .deleteFrom('contacts')
      .where('app_id', '=', appId)
      .where('address_key', '=', addressKey)
      .where('user_id', '!=', userId)
      .where('verified_at', 'is not', null),
  ),
})
