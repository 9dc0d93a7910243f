import type { Contact, ContactKind } from '../../core/model/contacts/contact.ts'
import type { ContactStore } from '../../core/ports/stores/contacts.ts'
import type { Facts } from '../../core/writes.ts'
import { flag, number, onlyTrue, optional, type Stored, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareRead, prepareStep, prepareUpsert, required } from '../engine/database.ts'
import { prepareCodeRemovals } from './codes.ts'
import { prepareClaim } from './names.ts'

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

export function contactReads(db: Database): Pick<ContactStore, 'listByUser' | 'findContact' | 'collisions'> {
  const list = prepareRead(db, ({ appId, userId }: Pick<Contact, 'appId' | 'userId'>) =>
    db.query
      .selectFrom('contacts')
      .select(contacts.columns)
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('address_key'),
  )
  const findVerified = prepareRead(db, ({ appId, kind, addressKey }: Pick<Contact, 'appId' | 'kind' | 'addressKey'>) =>
    db.query
      .selectFrom('contacts')
      .select(contacts.columns)
      .where('app_id', '=', appId)
      .where('kind', '=', kind)
      .where('address_key', '=', addressKey)
      .where('verified_at', 'is not', null),
  )
  const collisions = findCollisions(db)
  return {
    listByUser: async (appId, userId) => (await list({ appId, userId })).map(contacts.load),
    findContact: async (appId, kind, addressKey) =>
      (await findVerified({ appId, kind, addressKey })).map(contacts.load)[0],
    async collisions(appId, limit) {
      const rows = await collisions({ appId, limit })
      return rows.map((row) => ({
        address: row.address,
        contactOwner: row.user_id,
        username: row.username,
        usernameOwner: row.id,
      }))
    },
  }
}

const findCollisions = (db: Database) =>
  prepareRead(db, ({ appId, limit }: { appId: string; limit: number }) =>
    db.query
      .selectFrom('contacts')
      .innerJoin('users', (join) =>
        join
          .onRef('users.app_id', '=', 'contacts.app_id')
          .onRef('users.username_key', '=', 'contacts.address_key')
          .onRef('users.id', '!=', 'contacts.user_id'),
      )
      .select(['contacts.address', 'contacts.user_id', 'users.username', 'users.id'])
      .where('contacts.app_id', '=', appId)
      .where('contacts.verified_at', 'is not', null)
      .orderBy('contacts.address_key')
      .limit(limit),
  )

export const prepareContactPut = (db: Database) => prepareUpsert(db, contacts)

export function contactWrites(db: Database) {
  const put = prepareContactPut(db)
  const claim = prepareClaim(db)
  const codes = prepareCodeRemovals(db)
  const removals = prepareRemovals(db)
  const { swap, verify } = prepareUpdates(db)
  const deleteKey = prepareDelete(db, contacts, ['appId', 'userId', 'kind', 'addressKey'])
  const sentTo = ({ appId, userId, kind }: OfKind) =>
    ({ appId, account: userId, method: kind === 'email' ? 'email' : 'sms' }) as const
  return {
    setContact: (contact: Contact) =>
      contact.verifiedAt === undefined
        ? [removals.waiting(contact), put(contact), codes.toVerify(sentTo(contact))]
        : [...removals.replacedBy(contact), put(contact), claim(contact), codes.byMethod(sentTo(contact))],
    adoptContact: (contact: Contact) => [put(contact), claim(contact)],
    verifyContact: (contact: Facts['verifyContact']) => [
      ...removals.replacedBy(contact),
      required(verify(contact)),
      claim(contact),
    ],
    swapContacts: (of: Facts['swapContacts']) => [required(swap(of)), codes.byMethod(sentTo(of))],
    removeContact: ({ addressKey, secondary, ...of }: Facts['removeContact']) => [
      required(addressKey === undefined ? removals.place({ ...of, secondary }) : deleteKey({ ...of, addressKey })),
      codes.byMethod(sentTo(of)),
    ],
  }
}

type OfKind = Pick<Contact, 'appId' | 'userId' | 'kind'>

const prepareUpdates = ({ query }: Database) => ({
  /** The verified primary contact becomes the secondary one, and vice versa. */
  swap: prepareStep('contacts', ({ appId, userId, kind }: OfKind) =>
    query
      .updateTable('contacts')
      .set(({ eb, lit }) => ({ secondary: eb(lit<number>(1), '-', eb.ref('secondary')) }))
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('verified_at', 'is not', null),
  ),
  verify: prepareStep('contacts', ({ appId, userId, kind, addressKey, at }: Facts['verifyContact']) =>
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

/** The steps that delete what a contact replaces. */
function prepareRemovals(db: Database) {
  const deletePlace = prepareDelete(db, contacts, ['appId', 'userId', 'kind', 'secondary'])
  const deleteOfKind = ({ appId, userId, kind }: OfKind) =>
    db.query.deleteFrom('contacts').where('app_id', '=', appId).where('user_id', '=', userId).where('kind', '=', kind)
  const deleteReplaced = prepareStep('contacts', (contact: OfKind & { addressKey: string; place: number }) =>
    deleteOfKind(contact).where('secondary', '=', contact.place).where('address_key', '!=', contact.addressKey),
  )
  // Another user who verified the address has it no more.
  const take = prepareStep('contacts', ({ appId, userId, addressKey }: Contact) =>
    db.query
      .deleteFrom('contacts')
      .where('app_id', '=', appId)
      .where('address_key', '=', addressKey)
      .where('user_id', '!=', userId)
      .where('verified_at', 'is not', null),
  )
  const toPlace = ({ secondary = false }: Pick<Contact, 'secondary'>) => Number(secondary)
  return {
    /** What the user has claimed of that kind and not verified, except this. */
    waiting: prepareStep('contacts', (contact: Contact) =>
      deleteOfKind(contact).where('address_key', '!=', contact.addressKey).where('verified_at', 'is', null),
    ),
    /** The contact that this one replaces with what waits to replace it, and that of another user. */
    replacedBy: (contact: Contact) => [deleteReplaced({ ...contact, place: toPlace(contact) }), take(contact)],
    /** The verified contact of that place and what waits to replace it. */
    place: deletePlace,
  }
}
