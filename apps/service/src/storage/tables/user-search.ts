import type { UserSort } from '@thumbturn/contract/vocabulary/users.ts'
import type { ListedUser, UserFilter, UserResults, UserSearch } from '../../core/model/users/user.ts'
import type { UserStore } from '../../core/ports/stores/users.ts'
import { type Database, prepareRead } from '../engine/database.ts'
import { shortestIndexed } from './trigrams.ts'
import {
  type Conditions,
  type ListedRow,
  prepareChoice,
  prepareFindByText,
  prepareScan,
  type ScanKey,
} from './user-search-reads.ts'
import { users } from './users.ts'

/** How many users a page looks at before the index: if many match, it is full by then. */
const firstScan = 250
/** The same where the index finds too many, or has nothing to look up. Reading them blocks the service on SQLite. */
const longScan = 2_000
/** How many users are read to put what the index found in order. */
const mostFound = 1_000
const mostCounted = 100_000

/**
 * Lists users in three ways, each of which takes a bounded amount of work. A scan in the wanted order is fastest if many users
 * match, and the index if few do; between the two, a longer scan returns what it found and where it stopped.
 */
export function userSearchReads(db: Database): Pick<UserStore, 'search'> {
  const scans = { username: prepareScan(db, 'username'), newest: prepareScan(db, 'newest') }
  const choices = { username: prepareChoice(db, 'username'), newest: prepareChoice(db, 'newest') }
  const findByText = prepareFindByText(db)
  const countUsers = prepareCount(db)

  async function scan(appId: string, search: UserSearch, most: number): Promise<Scan> {
    const start = { appId, ...readKey(search.order, search.after) }
    const end = await scans[search.order].findEnd({ ...start, skipped: most - 1 })
    const range = { ...start, ...toEnd(end), ...toConditions(search), limit: search.limit + 1 }
    return { rows: await scans[search.order].list(range), end }
  }

  async function choose(appId: string, search: UserSearch, ids: readonly string[]): Promise<UserResults> {
    const start = { appId, ...readKey(search.order, search.after), ids: JSON.stringify(ids) }
    const matches = await choices[search.order]({ ...start, ...toConditions(search) })
    const rows = matches.filter(({ is_later: isLater }) => isLater === 1)
    return toResults(search, { rows, total: matches.length })
  }

  async function count(appId: string, search: UserSearch): Promise<number | undefined> {
    if (search.after !== undefined || isFiltered(search)) return undefined
    const counted = await countUsers(appId)
    return counted > mostCounted ? undefined : counted
  }

  return {
    async search(appId, search) {
      const { text = '' } = search
      const isIndexed = [...text].length >= shortestIndexed
      const first = await scan(appId, search, isIndexed ? firstScan : longScan)
      const isFull = first.end === undefined || first.rows.length > search.limit
      if (isFull || !isIndexed) return toResults(search, { ...first, total: await count(appId, search) })
      const { pattern } = toConditions(search)
      const ids = await findByText({ appId, text, pattern, limit: mostFound + 1 })
      return ids.length > mostFound
        ? toResults(search, await scan(appId, search, longScan))
        : choose(appId, search, ids)
    },
  }
}

/** `end`: the last user that was looked at, if others follow. `total`: how many match, if that is known. */
type Scan = { rows: readonly ListedRow[]; end?: ScanKey | undefined; total?: number | undefined }

const isFiltered = ({ text, order: _order, after: _after, limit: _limit, ...filter }: UserSearch) =>
  text ? true : Object.values(filter).some((value) => value !== undefined)

function toResults({ order, after, limit }: UserSearch, { rows, end, total }: Scan): UserResults {
  const last = rows[limit - 1]
  const next = rows.length > limit ? toKey(last!) : end
  const isWhole = after === undefined && next === undefined
  return {
    users: rows.slice(0, limit).map(toListedUser),
    next: next && writeKey(order, next),
    total: isWhole ? rows.length : total,
  }
}

const toKey = ({ username_key: name, created_at: at, id }: ListedRow): ScanKey => ({ name, at, id })

const toListedUser = (row: ListedRow): ListedUser => ({
  ...users.load(row),
  passkeys: Number(row.passkeys),
  ...(row.last_sign_in_at !== null && { lastSignInAt: Number(row.last_sign_in_at) }),
})

const writeKey = (order: UserSort, { name, at, id }: ScanKey) => (order === 'username' ? name : `${at} ${id}`)

/** Before every user, if there is no key. */
function readKey(order: UserSort, key: string | undefined): ScanKey {
  if (order === 'username') return { name: key ?? '', at: 0, id: '' }
  const [at = Number.MAX_SAFE_INTEGER, id = ''] = key?.split(' ') ?? []
  return { name: '', at: Number(at), id }
}

/** After every user, if there is no end. */
const toEnd = (end: ScanKey | undefined) => ({
  endName: end?.name ?? '',
  endAt: end?.at ?? -1,
  endId: end?.id ?? '',
  isOpen: end === undefined ? 1 : 0,
})

const anyNumber = [0, Number.MAX_SAFE_INTEGER] as const

function toConditions({ text = '', status, passkeys: [least, most] = anyNumber, ...times }: UserFilter): Conditions {
  return {
    pattern: text === '' ? '' : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    status: status ?? '',
    least,
    most,
    signedInSince: times.signedInSince ?? -1,
    notSignedInSince: times.notSignedInSince ?? -1,
    createdSince: times.createdSince ?? -1,
    createdBefore: times.createdBefore ?? Number.MAX_SAFE_INTEGER,
  }
}

function prepareCount({ query, ...db }: Database): (appId: string) => Promise<number> {
  const count = prepareRead({ query, ...db }, ({ appId }: { appId: string }) =>
    query
      .selectFrom(
        query
          .selectFrom('users')
          .select('id')
          .where('app_id', '=', appId)
          .limit(mostCounted + 1)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number>().as('users')),
  )
  return async (appId) => Number((await count({ appId }))[0]?.users ?? 0)
}
