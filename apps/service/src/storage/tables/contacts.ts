import type { Contact } from '../../core/model/contacts/contact.ts'
import type { ContactStore } from '../../core/ports/stores/contacts.ts'
import type { Stored } from '../columns.ts'
import { type Database, demanded, prepareRead } from '../engine/database.ts'
import { codeRemovals, toMethod } from './code-rows.ts'
import { contactSteps, contacts } from './contact-rows.ts'
import { eventInsert } from './events.ts'
import { messageInsert } from './messages.ts'
import { idByName } from './names.ts'
import { toUser, userColumns } from './user-rows.ts'

export function sqlContacts(db: Database, messageRoom: number): ContactStore {
  return { ...contactReads(db), ...contactCare(db, messageRoom) }
}

function contactReads(db: Database): Pick<ContactStore, 'listByUser' | 'findContact' | 'findAccount' | 'collisions'> {
  const list = listContacts(db)
  const verifiedAt = findVerified(db)
  const findByName = findAccount(db)
  const collisions = findCollisions(db)
  return {
    async listByUser(appId, userId) {
      return (await list({ appId, userId })).map(contacts.load)
    },
    async findContact(appId, kind, addressKey) {
      const [row] = await verifiedAt({ appId, kind, addressKey })
      return row && contacts.load(row)
    },
    async collisions(appId, limit) {
      const rows = await collisions({ appId, limit })
      return rows.map(({ address, user_id, username, id }) => ({
        address,
        contactOwner: user_id,
        username,
        usernameOwner: id,
      }))
    },
    async findAccount(appId, { usernameKey, addressKey }) {
      const rows = await findByName({ appId, usernameKey, addressKey })
      const [owner] = rows
      if (!owner) return undefined
      // The left join answers one row of nulls for a user without contacts.
      const own = rows.filter((row) => row.user_id !== null) as Stored<typeof contacts>[]
      return { user: toUser(owner), contacts: own.map(contacts.load) }
    },
  }
}

function contactCare(db: Database, messageRoom: number): Pick<ContactStore, 'put' | 'swap' | 'remove'> {
  const steps = contactSteps(db)
  const codes = codeRemovals(db)
  const insertEvent = eventInsert(db)
  const insertMessage = messageInsert(db, messageRoom)
  return {
    async put(contact, { events, tasks }) {
      const { appId, userId, kind } = contact
      const waits = contact.verifiedAt === undefined
      const dead = { appId, account: userId, method: toMethod(kind) }
      const batch = [
        ...(waits ? [steps.removeWaiting(contact)] : [steps.removeReplaced(contact), steps.take(contact)]),
        steps.put(contact),
        ...(waits ? [] : [steps.claim(contact)]),
        waits ? codes.removeOfContact(dead) : codes.removeOfMethod(dead),
        ...events.map(insertEvent),
        ...tasks.map(insertMessage),
      ]
      for (;;) {
        const outcome = await db.atomically(batch, putConflicts)
        // Somebody else verified that address just now: at another go it is taken from them.
        if (outcome !== 'taken') return outcome ?? 'kept'
      }
    },
    async swap(of, { events, tasks }) {
      const { appId, userId, kind } = of
      const batch = [
        demanded(steps.swap(of)),
        codes.removeOfMethod({ appId, account: userId, method: toMethod(kind) }),
        ...events.map(insertEvent),
        ...tasks.map(insertMessage),
      ]
      return (await db.atomically(batch, { contacts_missing: false })) ?? true
    },
    async remove({ appId, userId, kind, addressKey, secondary }, { events, tasks }) {
      const of = { appId, userId, kind }
      const batch = [
        demanded(
          addressKey === undefined
            ? steps.removeSlot({ ...of, slot: Number(secondary ?? false) })
            : steps.remove({ ...of, addressKey }),
        ),
        codes.removeOfMethod({ appId, account: userId, method: toMethod(kind) }),
        ...events.map(insertEvent),
        ...tasks.map(insertMessage),
      ]
      return (await db.atomically(batch, { contacts_missing: false })) ?? true
    },
  }
}

const putConflicts = {
  contacts_owner: 'user_gone',
  contacts_address_key: 'taken',
  names_missing: 'name_taken',
  names_owner: 'user_gone',
} as const

const listContacts = (db: Database) =>
  prepareRead(db, ({ appId, userId }: Pick<Contact, 'appId' | 'userId'>) =>
    db.query
      .selectFrom('contacts')
      .select(contacts.columns)
      .where('contacts.app_id', '=', appId)
      .where('contacts.user_id', '=', userId)
      .orderBy('contacts.created_at')
      .orderBy('contacts.address_key'),
  )

const findVerified = (db: Database) =>
  prepareRead(db, ({ appId, kind, addressKey }: Pick<Contact, 'appId' | 'kind' | 'addressKey'>) =>
    db.query
      .selectFrom('contacts')
      .select(contacts.columns)
      .where('contacts.app_id', '=', appId)
      .where('contacts.kind', '=', kind)
      .where('contacts.address_key', '=', addressKey)
      .where('contacts.verified_at', 'is not', null),
  )

const findAccount = (db: Database) =>
  prepareRead(db, (given: { appId: string; usernameKey: string; addressKey: string }) =>
    db.query
      .selectFrom('users')
      .leftJoin('contacts', (join) =>
        join.onRef('contacts.app_id', '=', 'users.app_id').onRef('contacts.user_id', '=', 'users.id'),
      )
      .select(userColumns)
      .select(contacts.columns)
      .where('users.app_id', '=', given.appId)
      .where('users.id', '=', idByName(db, given))
      .orderBy('contacts.created_at')
      .orderBy('contacts.address_key'),
  )

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
