import { sql } from 'kysely'
import type { Contact } from '../../core/model/contacts/contact.ts'
import type { NameKeys } from '../../core/model/users/name-keys.ts'
import { optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareStep, required } from '../engine/database.ts'

/** Every name that identifies a user. `kind` is undefined for a username, and for the contact that a username denotes. */
export const names = table('names', { appId: text(), nameKey: text(), userId: text(), kind: optional(text()) }, [
  'app_id',
  'name_key',
])

declare module '../schema.ts' {
  interface Tables {
    names: StoredRow<typeof names>
  }
}

/**
 * The id of the user whom a name identifies: an exact username, otherwise a verified contact, otherwise a username that is
 * another spelling of the same address. A subquery of one value, so that the read it stands in is still one read.
 */
export function idByName({ query }: Database, { appId, usernameKey, addressKey }: NameKeys & { appId: string }) {
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

export const prepareNameInsert = (db: Database) => prepareInsert(db, names)

/**
 * The step that makes a verified contact a name of its user: taken from a user who had verified it as a contact, never
 * from one whose username it is.
 */
export function prepareClaim({ query }: Database) {
  const claim = prepareStep('names', ({ appId, addressKey, userId, kind }: Contact) =>
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
  return (contact: Contact) => required(claim(contact))
}
