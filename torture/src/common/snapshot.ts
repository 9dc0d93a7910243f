import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import type { Engine } from './installation.ts'
import type { Snapshot, StoredUser } from './ledger.ts'
import type { StoredFamily } from './openid-ledger.ts'

type Query = TestDatabase['query']

const countedEvents = [
  ['signUps', 'fido2.passkey.reg.success'],
  ['signIns', 'fido2.passkey.auth.success'],
  ['codes', 'fido2.otp.verified'],
  ['sessionsStarted', 'fido2.openid.session_started'],
  ['sessionsEnded', 'fido2.openid.session_ended'],
  ['clientSignIns', 'fido2.openid.signed_in'],
  ['siteSignIns', 'fido2.site.signed_in'],
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
  const [browserSessions, consents] = [
    await countByUser(query, 'browser_sessions'),
    await countByUser(query, 'consents'),
  ]
  const families = await readFamilies(query)
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
    browserSessions: browserSessions.get(id) ?? 0,
    consents: consents.get(id) ?? 0,
    families: families.get(id) ?? [],
    ...(Object.fromEntries(
      countedEvents.map(([what, type]) => [what, events.get(`${id} ${type}`) ?? 0]),
    ) as EventCounts),
  })
  return {
    users: users.map(({ id, username }) => toUser(String(id), String(username))),
    orphans: [...(await findOrphans(query)), ...(engine === 'sqlite' ? await checkFile(query) : [])],
  }
}

type EventCounts = Pick<StoredUser, (typeof countedEvents)[number][0]>

async function countByUser(query: Query, table: string): Promise<Map<string, number>> {
  const rows = await query(`select user_id, count(*) as n from ${table} where app_id = 'demo' group by user_id`)
  return new Map(rows.map(({ user_id, n }) => [String(user_id), Number(n)]))
}

/** The refresh tokens of clients, by user. */
async function readFamilies(query: Query): Promise<Map<string, StoredFamily[]>> {
  const columns = 'id, user_id, revoked_at, rotated_at'
  const rows = await query(`select ${columns} from refresh_families where app_id = 'demo' and client_id is not null`)
  const families = new Map<string, StoredFamily[]>()
  for (const { id, user_id, revoked_at, rotated_at } of rows) {
    const family = { id: String(id), isRevoked: revoked_at !== null, exchangedAt: Number(rotated_at ?? 0) }
    families.set(String(user_id), [...(families.get(String(user_id)) ?? []), family])
  }
  return families
}

async function countEvents(query: Query): Promise<Map<string, number>> {
  const types = countedEvents.map(([, type]) => `'${type}'`).join(', ')
  const rows = await query(
    `select user_id, type, count(*) as n from events where app_id = 'demo' and type in (${types}) group by user_id, type`,
  )
  return new Map(rows.map(({ user_id, type, n }) => [`${user_id} ${type}`, Number(n)]))
}

const owned = [
  'passkeys',
  'names',
  'devices',
  'transactions',
  'contacts',
  'browser_sessions',
  'consents',
  'refresh_families',
]

/** Rows of users that don't exist. */
async function findOrphans(query: Query): Promise<string[]> {
  const found: string[] = []
  for (const table of owned) {
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
