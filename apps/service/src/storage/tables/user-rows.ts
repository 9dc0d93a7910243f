import type { UsernameType } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { User } from '../../core/model/users/user.ts'
import { type Database, prepareInsert, prepareStep } from '../engine/database.ts'
import type { UserRow } from '../schema.ts'

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
  'users.token_epoch as owner_token_epoch',
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
  tokenEpoch: row.owner_token_epoch,
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
      token_epoch: user.tokenEpoch,
    })
}

type OfUser = { appId: string; userId: string }

/** The steps about a user's token epoch, for whatever batch they belong to; a demanded one conflicts as `users_missing`. */
export const epochSteps = ({ query }: Database) => ({
  /** Touches no row unless the user is still in that epoch; it changes nothing, and waits for a change of this moment. */
  hold: prepareStep('users', ({ appId, userId, tokenEpoch }: OfUser & { tokenEpoch: number }) =>
    query
      .updateTable('users')
      .set(({ ref }) => ({ token_epoch: ref('token_epoch') }))
      .where('app_id', '=', appId)
      .where('id', '=', userId)
      .where('token_epoch', '=', tokenEpoch),
  ),
  /** Begins the epoch after that one. */
  raiseFrom: prepareStep('users', ({ appId, userId, tokenEpoch }: OfUser & { tokenEpoch: number }) =>
    query
      .updateTable('users')
      .set(({ eb }) => ({ token_epoch: eb('token_epoch', '+', 1) }))
      .where('app_id', '=', appId)
      .where('id', '=', userId)
      .where('token_epoch', '=', tokenEpoch),
  ),
  /** Begins a new epoch, whatever the present one is. */
  raise: prepareStep('users', ({ appId, userId }: OfUser) =>
    query
      .updateTable('users')
      .set(({ eb }) => ({ token_epoch: eb('token_epoch', '+', 1) }))
      .where('app_id', '=', appId)
      .where('id', '=', userId),
  ),
})
