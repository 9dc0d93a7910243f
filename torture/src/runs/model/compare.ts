import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import type { Engine } from '../../common/installation.ts'
import type { StoredUser } from '../../common/ledger.ts'
import { takeSnapshot } from '../../common/snapshot.ts'
import { blame, type ModelUser, type World } from './world.ts'

/** Compares everything that is stored about users with the model. */
export async function compareStore(world: World, database: TestDatabase, engine: Engine) {
  const { users, orphans } = await takeSnapshot(database, engine)
  const statuses = new Map((await database.query('select id, status from users')).map((row) => [row.id, row.status]))
  const stored = new Map(users.map((user) => [user.userId, user]))
  for (const orphan of orphans) blame(world, orphan)
  for (const user of world.users) {
    const found = stored.get(user.userId)
    stored.delete(user.userId)
    const expected = describeModel(user)
    const actual = found && `${describeStored(found)} ${statuses.get(user.userId)}`
    if (actual !== expected) blame(world, `${user.username} is stored as ${actual}, expected ${expected}`)
  }
  for (const { username } of stored.values()) blame(world, `${username} is stored, but was deleted or never existed`)
  const twice = await database.query('select credential_id from passkeys group by credential_id having count(*) > 1')
  for (const { credential_id } of twice) blame(world, `credential ${credential_id} is stored twice`)
}

const describeModel = ({ passkeys, transactions, isActive }: ModelUser) => {
  const parts = passkeys.map(({ credentialId, name, signCount }) => `${credentialId} ${name} ${signCount}`)
  return `[${parts.sort().join('; ')}] 1 name, ${transactions} transactions ${isActive ? 'active' : 'inactive'}`
}

const describeStored = ({ passkeys, transactions, names }: StoredUser) => {
  const parts = passkeys.map(({ credentialId, name, signCount }) => `${credentialId} ${name} ${signCount}`)
  return `[${parts.sort().join('; ')}] ${names} name, ${transactions} transactions`
}
