import type { SearchedUser, SearchProgress } from '../../model/users/search-text.ts'

/** Reads what the index of users is made of. */
export interface SearchIndexStore {
  /** Undefined before the first users were added. */
  findProgress(appId: string): Promise<SearchProgress | undefined>
  /** Those of the users who exist, in no order. */
  listSearched(appId: string, userIds: readonly string[]): Promise<SearchedUser[]>
}
