import type { Contact, ContactKind } from '../../core/model/contacts/contact.ts'
import type { ContactStore } from '../../core/ports/stores/contacts.ts'
import type { Facts } from '../../core/writes.ts'
import { flag, number, onlyTrue, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareList,
  prepareRead,
  prepareStep,
  prepareUpdate,
  prepareUpsert,
  required,
} from '../engine/database.ts'
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
    contacts: StoredRow<typeof contacts>
  }
}

export function contactReads(db: Database): Pick<ContactStore, 'listByUser' | 'findContact' | 'collisions'> {
  const list = prepareList(db, contacts, { by: ['appId', 'userId'], order: { createdAt: 'asc', addressKey: 'asc' } })
  const findVerified = prepareList(db, contacts, { by: ['appId', 'kind', 'addressKey'], present: ['verifiedAt'] })
  const collisions = findCollisions(db)
  return {
    listByUser: (appId, userId) => list({ appId, userId }),
    findContact: async (appId, kind, addressKey) => (await findVerified({ appId, kind, addressKey }))[0],
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
  const swap = prepareSwap(db)
  const by = ['appId', 'userId', 'kind', 'addressKey'] as const
  const verify = prepareUpdate(db, contacts, { by, set: ['verifiedAt'], absent: ['verifiedAt'] })
  const deleteKey = prepareDelete(db, contacts, by)
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
      required(verify({ ...contact, verifiedAt: contact.at })),
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

/** The verified primary contact becomes the secondary one, and vice versa. */
const prepareSwap = ({ query }: Database) =>
  prepareStep('contacts', ({ appId, userId, kind }: OfKind) =>
    query
      .updateTable('contacts')
      .set(({ eb, lit }) => ({ secondary: eb(lit<number>(1), '-', eb.ref('secondary')) }))
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('verified_at', 'is not', null),
  )

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
    /** The contacts of that kind that the user has claimed and not verified, except this. */
    waiting: prepareStep('contacts', (contact: Contact) =>
      deleteOfKind(contact).where('address_key', '!=', contact.addressKey).where('verified_at', 'is', null),
    ),
    /** The contact that this one replaces with what waits to replace it, and that of another user. */
    replacedBy: (contact: Contact) => [deleteReplaced({ ...contact, place: toPlace(contact) }), take(contact)],
    /** The verified contact of that place and what waits to replace it. */
    place: deletePlace,
  }
}
