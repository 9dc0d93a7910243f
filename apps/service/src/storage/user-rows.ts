import type { User, UsernameType } from '../core/users/user.ts'
import { type Database, prepareInsert } from './database.ts'
import type { UserRow } from './tables.ts'

/** A user's columns, named so that they can stand beside a passkey's. */
export const userColumns = [
  'users.app_id as owner_app_id',
  'users.id as owner_id',
  'users.username as owner_username',
  'users.username_key as owner_username_key',
  'users.username_type as owner_username_type',
  'users.display_name as owner_display_name',
  'users.status as owner_status',
  'users.created_at as owner_created_at',
  'users.updated_at as owner_updated_at',
] as const

/** A row that selects `userColumns`. */
export type SelectedUser = { [Column in keyof UserRow as `owner_${Column}`]: UserRow[Column] }

export const toUser = (row: SelectedUser): User => ({
  id: row.owner_id,
  appId: row.owner_app_id,
  username: row.owner_username,
  usernameKey: row.owner_username_key,
  usernameType: row.owner_username_type as UsernameType,
  displayName: row.owner_display_name,
  status: row.owner_status as User['status'],
  createdAt: row.owner_created_at,
  ...(row.owner_updated_at !== null && { updatedAt: row.owner_updated_at }),
})

/** The step that adds a user; its conflict `users_username_key` says that the name is taken. */
export function userInsert(db: Database) {
  const insert = prepareInsert(db, 'users')
  return (user: User) =>
    insert({
      app_id: user.appId,
      id: user.id,
      username: user.username,
      username_key: user.usernameKey,
      username_type: user.usernameType,
      display_name: user.displayName,
      status: user.status,
      created_at: user.createdAt,
      updated_at: user.updatedAt ?? null,
    })
}
