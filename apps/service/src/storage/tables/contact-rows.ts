import type { Contact, ContactKind } from '../../core/model/contacts/contact.ts'
import { type Database, demanded, prepareStep } from '../engine/database.ts'
import type { ContactRow } from '../schema.ts'

/** A contact's columns under their own names. */
export const contactColumns = [
  'contacts.app_id',
  'contacts.user_id',
  'contacts.kind',
  'contacts.address',
  'contacts.address_key',
  'contacts.verified_at',
  'contacts.messaging_consent',
  'contacts.secondary',
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
  ...(row.secondary === 1 && { secondary: true }),
  createdAt: row.created_at,
})

/**
 * The steps that change contacts, for whatever batch they belong to. `put` conflicts with `contacts_owner` when the user
 * is gone; `verify` touches no row unless that contact still waits for it. A contact that becomes verified is claimed
 * after that: `claim` conflicts with `names_missing` when it is another user's username.
 */
export function contactSteps(db: Database) {
  const put = putContact(db)
  const claim = claimName(db)
  return {
    put: (contact: Contact) => put(toRow(contact)),
    claim: (contact: Contact) => demanded(claim(contact)),
    ...contactChanges(db),
    ...contactRemovals(db),
  }
}

const toSlot = ({ secondary = false }: Pick<Contact, 'secondary'>) => Number(secondary)
/** Takes the name from a user who had verified it as a contact, and from nobody who has it as a username. */
const claimName = ({ query }: Database) =>
  prepareStep('names', ({ appId, addressKey, userId, kind }: Contact) =>
    query
      .insertInto('names')
      .values({ app_id: appId, name_key: addressKey, user_id: userId, kind })
      .onConflict((conflict) =>
        conflict
          .columns(['app_id', 'name_key'])
          .doUpdateSet({
            user_id: (eb) => eb.ref('excluded.user_id'),
            // The user's own username stays one.
            kind: (eb) => eb.case().when('names.kind', 'is not', null).then(eb.ref('excluded.kind')).else(null).end(),
          })
          .where(({ eb, or }) =>
            or([eb('names.kind', 'is not', null), eb('names.user_id', '=', eb.ref('excluded.user_id'))]),
          ),
      ),
  )

const toRow = (contact: Contact): ContactRow => ({
  app_id: contact.appId,
  user_id: contact.userId,
  kind: contact.kind,
  address: contact.address,
  address_key: contact.addressKey,
  verified_at: contact.verifiedAt ?? null,
  messaging_consent: Number(contact.messagingConsent),
  secondary: toSlot(contact),
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
        secondary: row.secondary,
        created_at: row.created_at,
      })
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'user_id', 'address_key', 'kind']).doUpdateSet((excluded) => ({
          address: excluded.ref('excluded.address'),
          verified_at: excluded.ref('excluded.verified_at'),
          messaging_consent: excluded.ref('excluded.messaging_consent'),
          secondary: excluded.ref('excluded.secondary'),
          created_at: excluded.ref('excluded.created_at'),
        })),
      ),
  )

type OfKind = Pick<Contact, 'appId' | 'userId' | 'kind'>

const contactChanges = ({ query }: Database) => ({
  /** The verified primary contact becomes the secondary one, and the other way round. */
  swap: prepareStep('contacts', ({ appId, userId, kind }: OfKind) =>
    query
      .updateTable('contacts')
      .set(({ eb, lit }) => ({ secondary: eb(lit<number>(1), '-', eb.ref('secondary')) }))
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('verified_at', 'is not', null),
  ),
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

const removeReplaced = (query: Database['query']) => {
  const remove = prepareStep(
    'contacts',
    ({ appId, userId, kind, addressKey, slot }: OfKind & { addressKey: string; slot: number }) =>
      query
        .deleteFrom('contacts')
        .where('app_id', '=', appId)
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('secondary', '=', slot)
        .where('address_key', '!=', addressKey),
  )
  return (contact: Contact) => remove({ ...contact, slot: toSlot(contact) })
}

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
  /** The contact that this one replaces, and what waits to replace it. */
  removeReplaced: removeReplaced(query),
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
  /** Those of the primary (0) or the secondary (1) contact: the verified one, and what waits to replace it. */
  removeSlot: prepareStep('contacts', ({ appId, userId, kind, slot }: OfKind & { slot: number }) =>
    query
      .deleteFrom('contacts')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('secondary', '=', slot),
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
