import type { Credential } from '../../core/model/passkeys/passkey.ts'
import type { NameKeys } from '../../core/model/users/name-keys.ts'
import type { UserStore } from '../../core/ports/stores/users.ts'
import { type Database, demanded, prepareRead, prepareStep } from '../engine/database.ts'
import { accessRemoval } from './access-removal.ts'
import { eventInsert } from './events.ts'
import { messagesRemoval } from './messages.ts'
import { idByName, userAddition } from './names.ts'
import { passkeys, type SelectedPasskey } from './passkey-rows.ts'
import { epochSteps, toUser, userColumns } from './user-rows.ts'

export function sqlUsers(db: Database): UserStore {
  return { ...userReads(db), ...userCare(db) }
}

type Reads = 'find' | 'findWithPasskeys' | 'findWithCredentials' | 'findWithPasskey' | 'list'

function userReads(db: Database): Pick<UserStore, Reads> {
  const find = findUser(db)
  const findWithPasskeys = findUserWithPasskeys(db)
  const findWithCredentials = findUserWithCredentials(db)
  const findWithPasskey = findUserWithPasskey(db)
  const listAfter = listUsers(db, 'after')
  const listBefore = listUsers(db, 'before')
  return {
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row && toUser(row)
    },
    async findWithPasskeys(appId, { usernameKey, addressKey }) {
      const rows = await findWithPasskeys({ appId, usernameKey, addressKey })
      const [first] = rows
      if (!first) return undefined
      // The left join answers one row of nulls for a user without passkeys.
      const owned = rows.filter((row) => row.id !== null) as SelectedPasskey[]
      return { user: toUser(first), passkeys: owned.map(passkeys.load) }
    },
    async findWithCredentials(appId, { usernameKey, addressKey }) {
      const rows = await findWithCredentials({ appId, usernameKey, addressKey })
      const [first] = rows
      if (!first) return undefined
      const owned = rows.filter((row) => row.credential_id !== null) as { credential_id: string; transports: string }[]
      return { userId: first.owner_id, tokenEpoch: first.token_epoch, credentials: owned.map(toCredential) }
    },
    async findWithPasskey(appId, id, passkeyId) {
      const [row] = await findWithPasskey({ appId, id, passkeyId })
      return row && { user: toUser(row), hasPasskey: row.passkey_id !== null }
    },
    async list(appId, { status = '', limit, ...cursor }) {
      const isAfter = 'after' in cursor
      const { after = '', before = '' } = isAfter ? cursor : { before: cursor.before }
      const rows = await (isAfter ? listAfter : listBefore)({ appId, status, limit, after, before })
      return (isAfter ? rows : rows.toReversed()).map(toUser)
    },
  }
}

function userCare(db: Database): Omit<UserStore, Reads> {
  const remove = removeUser(db)
  const removeMessages = messagesRemoval(db)
  const removeAccess = accessRemoval(db)
  const addUser = userAddition(db)
  const setStatus = setUserStatus(db)
  const { raise } = epochSteps(db)
  const insertEvent = eventInsert(db)
  return {
    async remove(appId, id, event) {
      const steps = [demanded(remove({ appId, id })), removeMessages({ appId, id }), insertEvent(event)]
      return (await db.atomically(steps, { users_missing: false })) ?? true
    },
    async add(user, event) {
      const taken = { users_username_key: false, names_name_key: false }
      return (await db.atomically([...addUser(user), insertEvent(event)], taken)) ?? true
    },
    async setStatus(user, change, event) {
      const raised = change.status === 'inactive' ? 1 : 0
      const steps = [demanded(setStatus({ ...user, ...change, raised })), insertEvent(event)]
      return (await db.atomically(steps, { users_missing: false })) ?? true
    },
    async signOut({ appId, id: userId }, event) {
      const steps = [demanded(raise({ appId, userId })), insertEvent(event)]
      return (await db.atomically(steps, { users_missing: false })) ?? true
    },
    async removeAccess(kept) {
      await db.atomically(removeAccess(kept))
    },
  }
}

const findUser = (db: Database) =>
  prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('users').select(userColumns).where('app_id', '=', appId).where('id', '=', id),
  )

const findUserWithPasskeys = (db: Database) =>
  prepareRead(db, (given: NameKeys & { appId: string }) =>
    db.query
      .selectFrom('users')
      .leftJoin('passkeys', (join) =>
        join.onRef('passkeys.app_id', '=', 'users.app_id').onRef('passkeys.user_id', '=', 'users.id'),
      )
      .select(userColumns)
      .select(passkeys.columns)
      .where('users.app_id', '=', given.appId)
      .where('users.id', '=', idByName(db, given))
      .orderBy('passkeys.created_at')
      .orderBy('passkeys.id'),
  )

const toCredential = (row: { credential_id: string; transports: string }): Credential => ({
  credentialId: row.credential_id,
  transports: JSON.parse(row.transports) as string[],
})

const findUserWithCredentials = (db: Database) =>
  prepareRead(db, (given: NameKeys & { appId: string }) =>
    db.query
      .selectFrom('users')
      .leftJoin('passkeys', (join) =>
        join.onRef('passkeys.app_id', '=', 'users.app_id').onRef('passkeys.user_id', '=', 'users.id'),
      )
      .select(['users.id as owner_id', 'users.token_epoch', 'passkeys.credential_id', 'passkeys.transports'])
      .where('users.app_id', '=', given.appId)
      .where('users.id', '=', idByName(db, given))
      .orderBy('passkeys.created_at')
      .orderBy('passkeys.id'),
  )

const findUserWithPasskey = (db: Database) =>
  prepareRead(db, ({ appId, id, passkeyId }: { appId: string; id: string; passkeyId: string }) =>
    db.query
      .selectFrom('users')
      .leftJoin('passkeys', (join) =>
        join
          .onRef('passkeys.app_id', '=', 'users.app_id')
          .onRef('passkeys.user_id', '=', 'users.id')
          .on('passkeys.id', '=', passkeyId),
      )
      .select(userColumns)
      .select('passkeys.id as passkey_id')
      .where('users.app_id', '=', appId)
      .where('users.id', '=', id),
  )

/** Passkeys and devices go with their user, by the foreign keys. */
const removeUser = ({ query }: Database) =>
  prepareStep('users', ({ appId, id }: { appId: string; id: string }) =>
    query.deleteFrom('users').where('app_id', '=', appId).where('id', '=', id),
  )

type StatusChange = { appId: string; id: string; status: string; at: number; raised: number }

const setUserStatus = ({ query }: Database) =>
  prepareStep('users', ({ appId, id, status, at, raised }: StatusChange) =>
    query
      .updateTable('users')
      .set(({ eb }) => ({ status, updated_at: at, token_epoch: eb('token_epoch', '+', raised) }))
      .where('app_id', '=', appId)
      .where('id', '=', id),
  )

type Page = { appId: string; after: string; before: string; status: string; limit: number }

/** An empty status is any; an empty bound bounds nothing, as no name is empty. */
const listUsers = (db: Database, direction: 'after' | 'before') =>
  prepareRead(db, ({ appId, after, before, status, limit }: Page) =>
    db.query
      .selectFrom('users')
      .select(userColumns)
      .where('app_id', '=', appId)
      .where('username_key', '>', after)
      .where(({ eb, or, val }) => or([eb(val(before), '=', ''), eb('username_key', '<', before)]))
      .where(({ eb, or, val }) => or([eb(val(status), '=', ''), eb('status', '=', status)]))
      .orderBy('username_key', direction === 'after' ? 'asc' : 'desc')
      .limit(limit),
  )
