import type { SavedFilter } from '../../core/model/events/saved-filter.ts'
import type { SavedFilterStore } from '../../core/ports/stores/saved-filters.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareList, prepareUpsert, required } from '../engine/database.ts'

export const savedFilters = table(
  'saved_filters',
  {
    appId: text(),
    name: text(),
    id: text(),
    filters: json<SavedFilter['filters']>(),
    savedBy: text(),
    savedAt: number(),
  },
  ['app_id', 'name'],
)

declare module '../schema.ts' {
  interface Tables {
    saved_filters: StoredRow<typeof savedFilters>
  }
}

export function savedFilterReads(db: Database): SavedFilterStore {
  const list = prepareList(db, savedFilters, { by: ['appId'], order: { name: 'asc' } })
  return { list: (appId) => list({ appId }) }
}

export function savedFilterWrites(db: Database) {
  const remove = prepareDelete(db, savedFilters, ['appId', 'id'])
  return {
    putSavedFilter: prepareUpsert(db, savedFilters),
    deleteSavedFilter: (filter: Facts['deleteSavedFilter']) => required(remove(filter)),
  }
}
