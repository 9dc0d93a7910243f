import type { UserStore } from '../../core/ports/stores/users.ts'
import { type Database, prepareRead } from '../engine/database.ts'
import { contacts } from './contacts.ts'
import { passkeys } from './passkeys.ts'
import { profiles } from './profiles.ts'

/** The users whose unique names are between two others. */
type Range = { appId: string; after: string; last: string }

/** Users with what belongs to them, page by page: five reads for each page. */
export function accountPageReads(db: Database, listUsers: UserStore['list']): Pick<UserStore, 'listAccounts'> {
  const listPasskeys = selectPasskeys(db)
  const listContacts = selectContacts(db)
  const listProfiles = selectProfiles(db)
  const listGroups = selectGroups(db)
  return {
    async listAccounts(appId, { after, limit }) {
      const users = await listUsers(appId, { status: undefined, after, limit })
      const range = { appId, after, last: users.at(-1)?.usernameKey ?? after }
      const [passkeyRows, contactRows, profileRows, groupRows] = await Promise.all([
        listPasskeys(range),
        listContacts(range),
        listProfiles(range),
        listGroups(range),
      ])
      const passkeysByUser = Map.groupBy(passkeyRows.map(passkeys.load), ({ userId }) => userId)
      const contactsByUser = Map.groupBy(contactRows.map(contacts.load), ({ userId }) => userId)
      const profileByUser = new Map(profileRows.map(profiles.load).map((profile) => [profile.userId, profile]))
      const groupsByUser = Map.groupBy(groupRows, ({ user_id: userId }) => userId)
      return users.map((user) => ({
        user,
        passkeys: passkeysByUser.get(user.id) ?? [],
        contacts: contactsByUser.get(user.id) ?? [],
        profile: profileByUser.get(user.id),
        groups: (groupsByUser.get(user.id) ?? []).map(({ name }) => name),
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

const selectProfiles = (db: Database) =>
  prepareRead(db, (range: Range) =>
    selectRange(db, range)
      .innerJoin('profiles', (join) =>
        join.onRef('profiles.app_id', '=', 'users.app_id').onRef('profiles.user_id', '=', 'users.id'),
      )
      .select(profiles.columns),
  )

const selectGroups = (db: Database) =>
  prepareRead(db, (range: Range) =>
    selectRange(db, range)
      .innerJoin('user_group_members', (join) =>
        join
          .onRef('user_group_members.app_id', '=', 'users.app_id')
          .onRef('user_group_members.user_id', '=', 'users.id'),
      )
      .innerJoin('user_groups', (join) =>
        join
          .onRef('user_groups.app_id', '=', 'user_group_members.app_id')
          .onRef('user_groups.id', '=', 'user_group_members.group_id'),
      )
      .select(['user_group_members.user_id', 'user_groups.name'])
      .orderBy('user_groups.name_key'),
  )
