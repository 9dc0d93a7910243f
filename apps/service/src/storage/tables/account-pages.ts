import type { UserStore } from '../../core/ports/stores/users.ts'
import { type Database, prepareRead } from '../engine/database.ts'
import { contacts } from './contacts.ts'
import { passkeys } from './passkeys.ts'

/** The users whose unique names are between two others. */
type Range = { appId: string; after: string; last: string }

/** Users with what belongs to them, page by page: three reads for each page. */
export function accountPageReads(db: Database, listUsers: UserStore['list']): Pick<UserStore, 'listAccounts'> {
  const listPasskeys = selectPasskeys(db)
  const listContacts = selectContacts(db)
  return {
    async listAccounts(appId, { after, limit }) {
      const users = await listUsers(appId, { status: undefined, after, limit })
      const range = { appId, after, last: users.at(-1)?.usernameKey ?? after }
      const [passkeyRows, contactRows] = await Promise.all([listPasskeys(range), listContacts(range)])
      const passkeysByUser = Map.groupBy(passkeyRows.map(passkeys.load), ({ userId }) => userId)
      const contactsByUser = Map.groupBy(contactRows.map(contacts.load), ({ userId }) => userId)
      return users.map((user) => ({
        user,
        passkeys: passkeysByUser.get(user.id) ?? [],
        contacts: contactsByUser.get(user.id) ?? [],
      }))
    },
  }
}

const selectRange = ({ query }: Database, { appId, after, last }: Range) =>
  query
    .selectFrom('users')
    .where('users.app_id', '=', appId)
    .where('users.username_key', '>', after)
    .where('users.username_key', '<=', last)

const selectPasskeys = (db: Database) =>
  prepareRead(db, (range: Range) =>
    selectRange(db, range)
      .innerJoin('passkeys', (join) =>
        join.onRef('passkeys.app_id', '=', 'users.app_id').onRef('passkeys.user_id', '=', 'users.id'),
      )
      .select(passkeys.columns)
      .orderBy('passkeys.created_at')
      .orderBy('passkeys.id'),
  )

const selectContacts = (db: Database) =>
  prepareRead(db, (range: Range) =>
    selectRange(db, range)
      .innerJoin('contacts', (join) =>
        join.onRef('contacts.app_id', '=', 'users.app_id').onRef('contacts.user_id', '=', 'users.id'),
      )
      .select(contacts.columns)
      .orderBy('contacts.created_at')
      .orderBy('contacts.address_key'),
  )
