import { sql } from 'kysely'
import type { SearchIndexStore } from '../../core/ports/stores/search-index.ts'
import type { Facts } from '../../core/writes.ts'
import { flag, number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareRead, prepareStep, prepareUpsert } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { selectJsonTexts } from '../engine/json-rows.ts'
import { toMark, toTermArray, toTrigrams } from './trigrams.ts'

/** The text that finds each user, after the mark of the application. Made of other tables, so it isn't copied with them. */
export const userSearchTexts = table(
  'user_search_texts',
  { appId: text(), userId: text(), content: text(), createdAt: number() },
  ['app_id', 'user_id'],
)

/** How far the users who were there before the index are in it. */
export const userSearchProgress = table('user_search_progress', { appId: text(), position: text(), complete: flag() }, [
  'app_id',
])

declare module '../schema.ts' {
  interface Tables {
    user_search_texts: StoredRow<typeof userSearchTexts>
    user_search_progress: StoredRow<typeof userSearchProgress>
  }
}

type OfUsers = { appId: string; ids: string }

export function searchIndexReads(db: Database): SearchIndexStore {
  const findProgress = prepareFind(db, userSearchProgress, ['appId'])
  const listUsers = selectUsers(db)
  const listAddresses = selectAddresses(db)
  return {
    findProgress: async (appId) => (await findProgress({ appId }))[0],
    async listSearched(appId, userIds) {
      const given = { appId, ids: JSON.stringify(userIds) }
      const [users, contacts] = await Promise.all([listUsers(given), listAddresses(given)])
      const addresses = Map.groupBy(contacts, ({ user_id: userId }) => userId)
      return users.map(({ id, username, display_name: displayName, ...names }) => ({
        user: { id, username, displayName },
        names: listNames(names),
        addresses: (addresses.get(id) ?? []).map(({ address }) => address),
      }))
    },
  }
}

type Names = Record<'name' | 'given_name' | 'family_name' | 'nickname', string | null>

const listNames = ({ name, given_name: given, family_name: family, nickname }: Names) => {
  const parts = [given, family].filter((part) => part !== null).join(' ')
  return [name, parts, nickname].map((one) => one ?? undefined)
}

const selectUsers = (db: Database) =>
  prepareRead(db, ({ appId, ids }: OfUsers) =>
    db.query
      .selectFrom('users')
      .leftJoin('profiles', (join) => join.on('profiles.app_id', '=', appId).onRef('profiles.user_id', '=', 'users.id'))
      .select(['users.id', 'users.username', 'users.display_name'])
      .select(['profiles.name', 'profiles.given_name', 'profiles.family_name', 'profiles.nickname'])
      .where('users.app_id', '=', appId)
      .where('users.id', 'in', selectJsonTexts(db, ids)),
  )

const selectAddresses = (db: Database) =>
  prepareRead(db, ({ appId, ids }: OfUsers) =>
    db.query
      .selectFrom('contacts')
      .select(['user_id', 'address'])
      .where('app_id', '=', appId)
      .where('user_id', 'in', selectJsonTexts(db, ids)),
  )

export function searchIndexWrites(db: Database) {
  const replace = preparePut(db, 'replace')
  const add = preparePut(db, 'add')
  const toRow = db.engine.columnTypes.integer === 'bigint' ? toRowWithTerms : toContentRow
  return {
    putSearchText: (entry: Facts['putSearchText']): Step => (entry.keep ? add : replace)(toRow(entry)),
    moveSearchProgress: prepareUpsert(db, userSearchProgress),
  }
}

/** On SQLite, a trigger finds the terms. */
const toContentRow = ({ appId, userId, text }: Facts['putSearchText']) => ({
  appId,
  userId,
  content: `${toMark(appId)}\n${text}`,
  terms: '',
})

const toRowWithTerms = (entry: Facts['putSearchText']) => ({
  ...toContentRow(entry),
  terms: toTermArray([toMark(entry.appId), ...entry.text.split('\n').flatMap(toTrigrams)]),
})

/** Of the user's row: one that is deleted at this moment is left out. */
function preparePut(db: Database, mode: 'add' | 'replace') {
  const isPostgres = db.engine.columnTypes.integer === 'bigint'
  const update = sql`do update set content = excluded.content${isPostgres ? sql`, terms = excluded.terms` : sql``}
    where user_search_texts.content <> excluded.content`
  return prepareStep(
    'user_search_texts',
    (given: { appId: string; userId: string; content: string; terms: string }) => {
      const terms = isPostgres
        ? { column: sql`, terms`, value: sql`, cast(${given.terms} as integer[])` }
        : { column: sql``, value: sql`` }
      return {
        compile: () =>
          sql`insert into user_search_texts (app_id, user_id, content, created_at${terms.column})
          select users.app_id, users.id, ${given.content}, users.created_at${terms.value} from users
          where users.app_id = ${given.appId} and users.id = ${given.userId}
          on conflict (app_id, user_id) ${mode === 'add' ? sql`do nothing` : update}`.compile(db.query),
      }
    },
  )
}
