import type { UsernameType } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { NewUser, User } from '../../core/model/users/user.ts'
import type { UserStore } from '../../core/ports/stores/users.ts'
import type { Facts } from '../../core/writes.ts'
import { number, omittable, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareRead,
  prepareStep,
  required,
} from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { selectJsonTexts } from '../engine/json-rows.ts'
import { prepareContactPut } from './contacts.ts'
import { prepareMessageRemoval } from './messages.ts'
import { prepareClaim, prepareNameInsert } from './names.ts'

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
    users: StoredRow<typeof users>
  }
}

/** A user's columns in a join, under names that no other table has. */
export const owners = users.prefixed('owner_')

export function userReads(db: Database): Pick<UserStore, 'find' | 'findUsernames' | 'list'> {
  const find = prepareFind(db, users, ['appId', 'id'])
  const findUsernames = selectUsernames(db)
  const listAfter = listUsers(db, 'after')
  const listBefore = listUsers(db, 'before')
  return {
    find: async (appId, id) => (await find({ appId, id }))[0],
    async findUsernames(appId, ids) {
      const rows = await findUsernames({ appId, ids: JSON.stringify(ids) })
      return new Map(rows.map(({ id, username }) => [id, username]))
    },
    async list(appId, { status = '', limit, ...cursor }) {
      const isAfter = 'after' in cursor
      const { after = '', before = '' } = isAfter ? cursor : { before: cursor.before }
      const rows = await (isAfter ? listAfter : listBefore)({ appId, status, limit, after, before })
      return (isAfter ? rows : rows.toReversed()).map(users.load)
    },
  }
}

const selectUsernames = (db: Database) =>
  prepareRead(db, ({ appId, ids }: { appId: string; ids: string }) =>
    db.query
      .selectFrom('users')
      .select(['id', 'username'])
      .where('app_id', '=', appId)
      .where('id', 'in', selectJsonTexts(db, ids)),
  )

type Page = { appId: string; after: string; before: string; status: string; limit: number }

/** An empty status is any; an empty bound bounds nothing, as no name is empty. */
const listUsers = (db: Database, direction: 'after' | 'before') =>
  prepareRead(db, ({ appId, after, before, status, limit }: Page) =>
    db.query
      .selectFrom('users')
      .select(users.columns)
      .where('app_id', '=', appId)
      .where('username_key', '>', after)
      .where(({ eb, or, val }) => or([eb(val(before), '=', ''), eb('username_key', '<', before)]))
      .where(({ eb, or, val }) => or([eb(val(status), '=', ''), eb('status', '=', status)]))
      .orderBy('username_key', direction === 'after' ? 'asc' : 'desc')
      .limit(limit),
  )

export function userWrites(db: Database) {
  const deleteRow = prepareDelete(db, users, ['appId', 'id'])
  const deleteMessages = prepareMessageRemoval(db)
  return {
    addUser: prepareAddition(db),
    ...prepareEpochs(db),
    // Passkeys, devices, and the rest go with their user, by the foreign keys.
    deleteUser: ({ appId, userId }: Facts['deleteUser']) => [
      required(deleteRow({ appId, id: userId })),
      deleteMessages({ appId, userId }),
    ],
  }
}

function prepareAddition(db: Database) {
  const insertUser = prepareInsert(db, users)
  const insertName = prepareNameInsert(db)
  const putContact = prepareContactPut(db)
  const claim = prepareClaim(db)
  return ({ contacts = [], ...user }: Facts['addUser']): Step[] => {
    const { appId, id: userId, usernameKey, addressKey } = user satisfies NewUser
    const keys = new Set([usernameKey, addressKey])
    const named = [...keys].map((nameKey) => insertName({ appId, nameKey, userId, kind: undefined }))
    // PostgreSQL takes a row once in a statement: what the username denotes is the user's already.
    const claims = contacts
      .filter(({ verifiedAt, addressKey: key }) => verifiedAt !== undefined && !keys.has(key))
      .map(claim)
    return [insertUser(user), ...named, ...contacts.map(putContact), ...claims]
  }
}

function prepareEpochs({ query }: Database) {
  const update = ({ appId, userId }: { appId: string; userId: string }) =>
    query.updateTable('users').where('app_id', '=', appId).where('id', '=', userId)
  // It waits for a change of this moment.
  const hold = prepareStep('users', (user: Facts['holdUser']) =>
    update(user)
      .set(({ ref }) => ({ token_epoch: ref('token_epoch') }))
      .where('token_epoch', '=', user.tokenEpoch),
  )
  const raiseFrom = prepareStep('users', (user: Facts['holdUser']) =>
    update(user)
      .set(({ eb }) => ({ token_epoch: eb('token_epoch', '+', 1) }))
      .where('token_epoch', '=', user.tokenEpoch),
  )
  const raise = prepareStep('users', (user: Facts['deleteUser']) =>
    update(user).set(({ eb }) => ({ token_epoch: eb('token_epoch', '+', 1) })),
  )
  const setStatus = prepareStep('users', (change: Facts['setUserStatus'] & { raised: number }) =>
    update(change).set(({ eb }) => ({
      status: change.status,
      updated_at: change.at,
      token_epoch: eb('token_epoch', '+', change.raised),
    })),
  )
  return {
    holdUser: (user: Facts['holdUser']) => required(hold(user)),
    signOutUser: ({ tokenEpoch, ...user }: Facts['signOutUser']) =>
      required(tokenEpoch === undefined ? raise(user) : raiseFrom({ ...user, tokenEpoch })),
    setUserStatus: (change: Facts['setUserStatus']) =>
      required(setStatus({ ...change, raised: change.status === 'inactive' ? 1 : 0 })),
  }
}
