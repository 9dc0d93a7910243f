import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import type { Engine } from './installation.ts'
import type { Snapshot, StoredUser } from './ledger.ts'

type Query = TestDatabase['query']

const counted = [
  ['signUps', 'fido2.passkey.reg.success'],
  ['signIns', 'fido2.passkey.auth.success'],
  ['codes', 'fido2.otp.verified'],
] as const

/** Reads what is stored about the users of the application `demo`, and checks that the database is consistent. */
export async function takeSnapshot({ query }: Pick<TestDatabase, 'query'>, engine: Engine): Promise<Snapshot> {
  const users = await query(`select id, username from users where app_id = 'demo'`)
  const passkeys = Map.groupBy(
    await query(`select user_id, credential_id, name, sign_count from passkeys where app_id = 'demo'`),
    (row) => String(row.user_id),
  )
  const names = await countByUser(query, 'names')
  const transactions = await countByUser(query, 'transactions')
  const events = await countEvents(query)
  const toUser = (id: string, username: string): StoredUser => ({
    userId: id,
    username,
    passkeys: (passkeys.get(id) ?? []).map(({ credential_id, name, sign_count }) => ({
      credentialId: String(credential_id),
      name: String(name),
      signCount: Number(sign_count),
    })),
    names: names.get(id) ?? 0,
    transactions: transactions.get(id) ?? 0,
    ...(Object.fromEntries(counted.map(([what, type]) => [what, events.get(`${id} ${type}`) ?? 0])) as EventCounts),
  })
  return {
    users: users.map(({ id, username }) => toUser(String(id), String(username))),
    orphans: [...(await findOrphans(query)), ...(engine === 'sqlite' ? await checkFile(query) : [])],
  }
}

type EventCounts = Pick<StoredUser, 'signUps' | 'signIns' | 'codes'>

async function countByUser(query: Query, table: string): Promise<Map<string, number>> {
  const rows = await query(`select user_id, count(*) as n from ${table} where app_id = 'demo' group by user_id`)
  return new Map(rows.map(({ user_id, n }) => [String(user_id), Number(n)]))
}

async function countEvents(query: Query): Promise<Map<string, number>> {
  const types = counted.map(([, type]) => `'${type}'`).join(', ')
  const rows = await query(
    `select user_id, type, count(*) as n from events where app_id = 'demo' and type in (${types}) group by user_id, type`,
  )
  return new Map(rows.map(({ user_id, type, n }) => [`${user_id} ${type}`, Number(n)]))
}

/** Rows of users that don't exist. */
async function findOrphans(query: Query): Promise<string[]> {
  const found: string[] = []
  for (const table of ['passkeys', 'names', 'devices', 'transactions', 'contacts']) {
    const rows = await query(
      `select user_id from ${table} where not exists ` +
        `(select 1 from users where users.app_id = ${table}.app_id and users.id = ${table}.user_id)`,
    )
    found.push(...rows.map(({ user_id }) => `${table} has a row of ${user_id}, who doesn't exist`))
  }
  return found
}

async function checkFile(query: Query): Promise<string[]> {
  const [integrity] = await query('pragma integrity_check')
  const broken = await query('pragma foreign_key_check')
  return [
    ...(integrity?.integrity_check === 'ok' ? [] : [`the file is damaged: ${integrity?.integrity_check}`]),
    ...broken.map(({ table }) => `a foreign key of ${table} is broken`),
  ]
}
