import type { UserSort } from '@thumbturn/contract/vocabulary/users.ts'
import { type RawBuilder, sql } from 'kysely'
import type { StoredRow } from '../columns.ts'
import { type Database, prepareRead } from '../engine/database.ts'
import { selectJsonTexts } from '../engine/json-rows.ts'
import { toFts5Query, toMark, toTermQuery } from './trigrams.ts'
import { users } from './users.ts'

/** A user with what lists show of them. `is_later`: whether they follow the start of the page. */
export type ListedRow = StoredRow<typeof users> & {
  passkeys: number
  last_sign_in_at: number | null
  is_later: number | null
}

/** Where a user is in an order: by name, or by time and ID. */
export type ScanKey = { name: string; at: number; id: string }

/** Filters, each with a value that any user satisfies. A pattern is one of `like`, with a backslash before wildcards that are none. */
export type Conditions = Record<'pattern' | 'status', string> &
  Record<'least' | 'most' | 'signedInSince' | 'notSignedInSince' | 'createdSince' | 'createdBefore', number>

type Start = { appId: string } & ScanKey
type Range = Start & Conditions & { endName: string; endAt: number; endId: string; isOpen: number; limit: number }
type Choice = Start & Conditions & { ids: string }

/** The part of a query that depends on the order. The ID has another name in each of the tables. */
type Order = {
  /** The table whose index has the order. */
  table: 'users' | 'user_search_texts'
  key: RawBuilder<unknown>
  sorted: RawBuilder<unknown>
  isAfter(start: Start): RawBuilder<unknown>
  /** The same two for users who are found by their IDs. */
  unindexed: RawBuilder<unknown>
  isAfterInUsers(start: Start): RawBuilder<unknown>
  isInside(range: Range): RawBuilder<unknown>
}

const orders: Readonly<Record<UserSort, Order>> = {
  username: {
    table: 'users',
    key: sql`users.username_key as name, 0 as at, '' as id`,
    sorted: sql`users.username_key`,
    isAfter: ({ name }) => sql`users.username_key > ${name}`,
    unindexed: sql`users.username_key || ''`,
    isAfterInUsers: ({ name }) => sql`users.username_key > ${name}`,
    isInside: ({ isOpen, endName }) => sql`(${isOpen} = 1 or users.username_key <= ${endName})`,
  },
  // New users are in this index a few seconds after they are in the other one.
  newest: {
    table: 'user_search_texts',
    key: sql`'' as name, user_search_texts.created_at as at, user_search_texts.user_id as id`,
    sorted: sql`user_search_texts.created_at desc, user_search_texts.user_id desc`,
    isAfter: ({ at, id }) => sql`(user_search_texts.created_at, user_search_texts.user_id) < (${at}, ${id})`,
    unindexed: sql`users.created_at desc, users.id desc`,
    isAfterInUsers: ({ at, id }) => sql`(users.created_at, users.id) < (${at}, ${id})`,
    isInside: ({ endAt, endId }) =>
      sql`(user_search_texts.created_at, user_search_texts.user_id) >= (${endAt}, ${endId})`,
  },
}

/** Reads users in an order, up to an end that `findEnd` finds. */
export function prepareScan(db: Database, name: UserSort) {
  const order = orders[name]
  const find = prepareRead(db, (given: Start & { skipped: number }) => compiled(db, selectKey(order, given)))
  const list = prepareRead(db, (given: Range) => compiled(db, selectRange(order, given)))
  return {
    findEnd: async (given: Start & { skipped: number }) => ((await find(given)) as readonly ScanKey[])[0],
    list: async (given: Range) => (await list(given)) as readonly ListedRow[],
  }
}

/** Reads the users whom the index of texts finds. */
export function prepareChoice(db: Database, name: UserSort) {
  const read = prepareRead(db, (given: Choice) => compiled(db, selectChosen(db, orders[name], given)))
  return async (given: Choice) => (await read(given)) as readonly ListedRow[]
}

const compiled = ({ query }: Database, statement: RawBuilder<unknown>) => ({ compile: () => statement.compile(query) })

const selectKey = ({ table, key, sorted, isAfter }: Order, given: Start & { skipped: number }) =>
  sql`select ${key} from ${sql.table(table)} where ${sql.ref(`${table}.app_id`)} = ${given.appId} and ${isAfter(given)}
    order by ${sorted} limit 1 offset ${given.skipped}`

const selectRange = ({ table, sorted, isAfter, isInside }: Order, given: Range) =>
  sql`select ${selected(given)}, null as is_later from ${joined(table, given)}
    where ${sql.ref(`${table}.app_id`)} = ${given.appId} and ${isAfter(given)} and ${isInside(given)} and ${isMatch(given)}
    order by ${sorted} limit ${given.limit}`

// In the order of an index, SQLite would read all users of the application to find these.
const selectChosen = (db: Database, { unindexed, isAfterInUsers: isAfter }: Order, given: Choice) =>
  sql`select ${selected(given)}, case when ${isAfter(given)} then 1 else 0 end as is_later
    from users
    where users.app_id = ${given.appId} and users.id in ${selectJsonTexts(db, given.ids)} and ${isMatch(given)}
    order by ${unindexed}`

type OfApplication = { appId: string }

/** A distributed database takes the application as a value for each table. */
const joined = (table: Order['table'], { appId }: OfApplication) =>
  table === 'users'
    ? sql`users`
    : sql`user_search_texts join users on users.app_id = ${appId} and users.id = user_search_texts.user_id`

const findContent = (appId: string) =>
  sql`(select content from user_search_texts as texts where texts.app_id = ${appId} and texts.user_id = users.id)`

const selected = ({ appId }: OfApplication) =>
  sql`${sql.join(users.columns.map((column) => sql.ref(column)))},
    ${countPasskeys(appId)} as passkeys, ${findLastSignIn(appId)} as last_sign_in_at`

const countPasskeys = (appId: string) =>
  sql`(select count(*) from passkeys where passkeys.app_id = ${appId} and passkeys.user_id = users.id)`

const findLastSignIn = (appId: string) =>
  sql`(select max(seen.at) from (
      select max(last_used_at) as at from passkeys where passkeys.app_id = ${appId} and passkeys.user_id = users.id
      union all
      select max(last_seen_at) as at from devices where devices.app_id = ${appId} and devices.user_id = users.id
    ) as seen)`

/** Nothing is read that no filter asks for. A user who isn't in the index yet is found by what their row has. */
const isMatch = (given: OfApplication & Conditions) =>
  sql`(${given.pattern} = '' or coalesce(${findContent(given.appId)}, ${ownText}) like ${given.pattern} escape '\\')
    and (${given.status} = '' or users.status = ${given.status})
    and users.created_at >= ${given.createdSince} and users.created_at < ${given.createdBefore}
    and ((${given.least} = 0 and ${given.most} = ${sql.lit(Number.MAX_SAFE_INTEGER)})
      or ${countPasskeys(given.appId)} between ${given.least} and ${given.most})
    and (cast(${given.signedInSince} as bigint) = -1 or ${findLastSignIn(given.appId)} >= ${given.signedInSince})
    and (cast(${given.notSignedInSince} as bigint) = -1
      or coalesce(${findLastSignIn(given.appId)}, -1) < ${given.notSignedInSince})`

const ownText = sql`users.username_key || ' ' || lower(users.display_name) || ' ' || users.id`

type Lookup = { appId: string; pattern: string; terms: string; limit: number }

/** The IDs of at most `limit` users whose texts contain that text, in no order. */
export function prepareFindByText(db: Database) {
  const isSqlite = db.engine.columnTypes.integer === 'integer'
  const find = prepareRead(db, (given: Lookup) =>
    compiled(db, isSqlite ? matchOnSqlite(given) : matchOnPostgres(given)),
  )
  return async ({ text, ...given }: Omit<Lookup, 'terms'> & { text: string }) => {
    const mark = toMark(given.appId)
    const terms = isSqlite ? toFts5Query(mark, text) : toTermQuery(mark, text)
    const rows = (await find({ ...given, terms })) as readonly { user_id: string }[]
    return rows.map(({ user_id: id }) => id)
  }
}

const matchOnSqlite = ({ appId, pattern, terms, limit }: Lookup) =>
  sql`select user_search_texts.user_id from user_search_index
    join user_search_texts on user_search_texts.row = user_search_index.rowid
    where user_search_index match ${terms} and user_search_texts.app_id = ${appId}
      and user_search_texts.content like ${pattern} escape '\\' limit ${limit}`

const matchOnPostgres = ({ appId, pattern, terms, limit }: Lookup) =>
  sql`select user_id from user_search_texts where terms @> cast(${terms} as integer[]) and app_id = ${appId}
    and content like ${pattern} escape '\\' limit ${limit}`
