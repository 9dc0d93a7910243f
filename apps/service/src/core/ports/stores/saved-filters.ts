import type { SavedFilter } from '../../model/events/saved-filter.ts'

/** Reads the filters of events that were saved. */
export interface SavedFilterStore {
  /** By name. */
  list(appId: string): Promise<SavedFilter[]>
}
