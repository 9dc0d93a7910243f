import { sql } from 'kysely'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import type { DirectoryUser, Profile } from '../../core/model/directory/directory.ts'
import type { DirectoryStore } from '../../core/ports/stores/directory.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareRead, prepareStep, prepareUpdate, required } from '../engine/database.ts'
import { selectJsonTexts } from '../engine/json-rows.ts'
import { prepareNameInsert } from './names.ts'

export const directoryUsers = table(
  'directory_users',
  {
    userId: text(),
    externalId: optional(text()),
    profile: json<Profile>(),
    createdAt: number(),
    updatedAt: number(),
  },
  ['user_id'],
)

declare module '../schema.ts' {
  interface Tables {
    directory_users: StoredRow<typeof directoryUsers>
  }
}

type Row = Parameters<typeof directoryUsers.load>[0] & { username: string; status: string }

/** Each is a member, and each member a user; inner joins would let SQLite read all users to find them. */
const selectUsers = ({ query }: Database) =>
  query
    .selectFrom('directory_users')
    .leftJoin('members', 'members.user_id', 'directory_users.user_id')
    .leftJoin('users', (join) =>
      join
        .onRef('users.app_id', '=', 'members.app_id')
        .onRef('users.id', '=', 'members.user_id')
        .on('users.app_id', '=', ownApplicationId),
    )
    .select(directoryUsers.columns)
    .select(({ ref }) => [ref('users.username').$notNull().as('username'), ref('users.status').$notNull().as('status')])

const load = ({ username, status, ...row }: Row): DirectoryUser => ({
  ...directoryUsers.load(row),
  userName: username,
  active: status === 'active',
})

type UserReads = Pick<
  DirectoryStore,
  | 'findUser'
  | 'findByUserName'
  | 'findUsers'
  | 'countUsers'
  | 'listUserIds'
  | 'listUserIdsByExternalId'
  | 'listUserIdsByEmail'
  | 'listKnownIds'
>

export function directoryUserReads(db: Database): UserReads {
  const find = prepareRead(db, ({ userId }: { userId: string }) =>
    selectUsers(db).where('directory_users.user_id', '=', userId),
  )
  const findByName = prepareRead(db, ({ appId, key }: { appId: string; key: string }) =>
    selectUsers(db).where('users.app_id', '=', appId).where('users.username_key', '=', key),
  )
  const findAll = prepareRead(db, ({ userIds }: { userIds: string }) =>
    selectUsers(db).where('directory_users.user_id', 'in', selectJsonTexts(db, userIds)),
  )
  return {
    ...idReads(db),
    findUser: async (userId) => (await find({ userId })).map(load)[0],
    findByUserName: async (appId, key) => (await findByName({ appId, key })).map(load)[0],
    findUsers: async (userIds) => (await findAll({ userIds: JSON.stringify(userIds) })).map(load),
  }
}

function idReads(db: Database) {
  const users = () => db.query.selectFrom('directory_users')
  const selectIds = () => users().select('user_id').orderBy('created_at').orderBy('user_id')
  const count = prepareRead(db, () => users().select(({ fn }) => fn.countAll().as('users')))
  const list = prepareRead(db, selectIds)
  const listByExternalId = prepareRead(db, ({ externalId }: { externalId: string }) =>
    selectIds().where('external_id', '=', externalId),
  )
  const profile = sql<string>`lower(profile collate ${sql.id(db.engine.columnTypes.byteOrder)})`
  const listByText = prepareRead(db, ({ text }: { text: string }) =>
    selectIds().where(sql<boolean>`replace(${profile}, ${text}, '') <> ${profile}`),
  )
  const listKnown = prepareRead(db, ({ userIds }: { userIds: string }) =>
    users().select('user_id').where('user_id', 'in', selectJsonTexts(db, userIds)),
  )
  const toIds = (rows: readonly { user_id: string }[]) => rows.map((row) => row.user_id)
  return {
    countUsers: async () => Number((await count({}))[0]?.users ?? 0),
    listUserIds: async () => toIds(await list({})),
    listUserIdsByExternalId: async (externalId: string) => toIds(await listByExternalId({ externalId })),
    listUserIdsByEmail: async (email: string) => toIds(await listByText({ text: JSON.stringify(email) })),
    listKnownIds: async (userIds: readonly string[]) => toIds(await listKnown({ userIds: JSON.stringify(userIds) })),
  }
}

export function directoryUserWrites(db: Database) {
  const update = prepareUpdate(db, directoryUsers, { by: ['userId'], set: ['externalId', 'profile', 'updatedAt'] })
  return {
    addDirectoryUser: prepareInsert(db, directoryUsers),
    changeDirectoryUser: (change: Facts['changeDirectoryUser']) => required(update(change)),
    renameUser: prepareRename(db),
  }
}

type Naming = Omit<Facts['renameUser'], 'removedNames' | 'addedNames' | 'status'>
type StatusChange = NonNullable<Facts['renameUser']['status']> & { raised: number }

function prepareRename(db: Database) {
  const insertName = prepareNameInsert(db)
  const update = (user: Naming) =>
    db.query
      .updateTable('users')
      .set({ username: user.username, username_key: user.usernameKey, display_name: user.displayName })
      .where('app_id', '=', user.appId)
      .where('id', '=', user.userId)
  const rename = prepareStep('users', update)
  const renameWithStatus = prepareStep('users', (user: Naming & StatusChange) =>
    update(user).set(({ eb }) => ({
      status: user.value,
      updated_at: user.at,
      token_epoch: eb('token_epoch', '+', user.raised),
    })),
  )
  const removeName = prepareStep('names', (name: { appId: string; userId: string; nameKey: string }) =>
    db.query
      .deleteFrom('names')
      .where('app_id', '=', name.appId)
      .where('user_id', '=', name.userId)
      .where('name_key', '=', name.nameKey),
  )
  const change = (user: Naming, status: Facts['renameUser']['status']) =>
    status ? renameWithStatus({ ...user, ...status, raised: status.value === 'inactive' ? 1 : 0 }) : rename(user)
  return ({ removedNames, addedNames, status, ...user }: Facts['renameUser']) => [
    required(change(user, status)),
    ...removedNames.map((nameKey) => removeName({ ...user, nameKey })),
    ...addedNames.map((nameKey) => insertName({ appId: user.appId, userId: user.userId, nameKey, kind: undefined })),
  ]
}
