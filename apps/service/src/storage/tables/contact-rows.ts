import type { Contact, ContactKind } from '../../core/model/contacts/contact.ts'
import { flag, number, onlyTrue, optional, type Stored, table, text } from '../columns.ts'
import { type Database, demanded, prepareStep, prepareUpsert } from '../engine/database.ts'

export const contacts = table(
  'contacts',
  {
    appId: text(),
    userId: text(),
    kind: text<ContactKind>(),
    address: text(),
    addressKey: text(),
    verifiedAt: optional(number()),
    messagingConsent: flag(),
    secondary: onlyTrue(),
    createdAt: number(),
  },
  ['app_id', 'user_id', 'address_key', 'kind'],
)

declare module '../schema.ts' {
  interface Tables {
    contacts: Stored<typeof contacts>
  }
}

/**
 * The steps that change contacts, for whatever batch they belong to. `put` conflicts with `contacts_owner` when the user
 * is gone; `verify` touches no row unless that contact still waits for it. A contact that becomes verified is claimed
 * after that: `claim` conflicts with `names_missing` when it is another user's username.
 */
export function contactSteps(db: Database) {
  const put = prepareUpsert(db, contacts)
  const claim = claimName(db)
  return {
    put,
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
