import type { UsernameType } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { User } from '../../core/model/users/user.ts'
import { number, omittable, type Stored, table, text } from '../columns.ts'
import { type Database, prepareStep } from '../engine/database.ts'

export const users = table(
  'users',
  {
    id: text(),
    appId: text(),
    username: text(),
    usernameKey: text(),
    usernameType: text<UsernameType>(),
    displayName: text(),
    status: text<User['status']>(),
    createdAt: number(),
    updatedAt: omittable(number()),
    tokenEpoch: number(),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    users: Stored<typeof users>
  }
}

/** A user's columns, named so that they can stand beside a passkey's. */
export const { columns: userColumns, load: toUser } = users.prefixed('owner_')

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
