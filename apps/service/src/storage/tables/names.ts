import { sql } from 'kysely'
import type { Contact } from '../../core/model/contacts/contact.ts'
import type { NameKeys } from '../../core/model/users/name-keys.ts'
import type { NewUser } from '../../core/model/users/user.ts'
import { type Database, prepareInsert } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { contactSteps } from './contact-rows.ts'
import { userInsert } from './user-rows.ts'

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
  const insertUser = userInsert(db)
  const insertName = prepareInsert(db, 'names')
  const contactStep = contactSteps(db)
  return (user: NewUser, contacts: readonly Contact[] = []): Step[] => {
    const keys = new Set([user.usernameKey, user.addressKey])
    const named = [...keys].map((key) =>
      insertName({ app_id: user.appId, name_key: key, user_id: user.id, kind: null }),
    )
    // PostgreSQL takes a row once in a statement: what the username denotes is the user's already.
    const claims = contacts.filter(({ addressKey }) => !keys.has(addressKey)).map(contactStep.claim)
    return [insertUser(user), ...named, ...contacts.map(contactStep.put), ...claims]
  }
}
