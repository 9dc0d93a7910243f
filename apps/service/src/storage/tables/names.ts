import { sql } from 'kysely'
import type { Contact } from '../../core/model/contacts/contact.ts'
import type { NameKeys } from '../../core/model/users/name-keys.ts'
import type { NewUser } from '../../core/model/users/user.ts'
import { optional, type Stored, table, text } from '../columns.ts'
import { type Database, prepareInsert } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { contactSteps } from './contact-rows.ts'
import { users } from './user-rows.ts'

const names = table('names', { appId: text(), nameKey: text(), userId: text(), kind: optional(text()) }, [
  'app_id',
  'name_key',
])

declare module '../schema.ts' {
  interface Tables {
    names: Stored<typeof names>
  }
}

type Name = NameKeys & { appId: string }

/**
 * The id of the user whom a name identifies: an exact username, otherwise a verified contact, otherwise a username that is
 * another spelling of the same address. A subquery of one value, so that the read it stands in is still one read.
 */
export function idByName({ query }: Database, { appId, usernameKey, addressKey }: Name) {
  const byUsername = query
    .selectFrom('users')
    .select('id')
    .where('app_id', '=', appId)
    .where('username_key', '=', usernameKey)
  const byContact = query
    .selectFrom('contacts')
    .select('user_id')
    .where('app_id', '=', appId)
    .where('address_key', '=', addressKey)
    .where('verified_at', 'is not', null)
  const bySpelling = query
    .selectFrom('names')
    .select('user_id')
    .where('app_id', '=', appId)
    .where('name_key', '=', addressKey)
  return sql<string>`coalesce(${byUsername}, ${byContact}, ${bySpelling})`
}

/**
 * The steps that add a user under their username, with the contacts they have proved to be reached at. Conflicts:
 * `users_username_key` and `names_name_key`, the name is another user's; `contacts_address_key`, a contact is.
 */
export function userAddition(db: Database) {
  const insertUser = prepareInsert(db, users)
  const insertName = prepareInsert(db, names)
  const contactStep = contactSteps(db)
  return (user: NewUser, contacts: readonly Contact[] = []): Step[] => {
    const keys = new Set([user.usernameKey, user.addressKey])
    const named = [...keys].map((key) =>
      insertName({ appId: user.appId, nameKey: key, userId: user.id, kind: undefined }),
    )
    // PostgreSQL takes a row once in a statement: what the username denotes is the user's already.
    const claims = contacts.filter(({ addressKey }) => !keys.has(addressKey)).map(contactStep.claim)
    return [insertUser(user), ...named, ...contacts.map(contactStep.put), ...claims]
  }
}
