import type { savedFilterRoutes } from '@thumbturn/contract/admin/saved-filters.ts'
import type { SavedFilter } from '../../core/model/events/saved-filter.ts'
import { deleteSavedFilter, saveFilter } from '../../core/use-cases/events/saved-filters.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { findApplication } from './events.ts'

const toResponse = ({ id, name, filters, savedBy, savedAt }: SavedFilter) => ({
  id,
  name,
  filters,
  savedBy,
  savedAt: timestamp(savedAt),
})

export const savedFilters = {
  async savedFiltersList({ params }, { core }) {
    const { id } = await findApplication(core, params.id)
    return { savedFilters: (await core.store.savedFilters.list(id)).map(toResponse) }
  },
  async savedFilterSave({ params, body }, { core }) {
    return toResponse(await saveFilter(core, await findApplication(core, params.id), body))
  },
  async savedFilterDelete({ params }, { core }) {
    await deleteSavedFilter(core, await findApplication(core, params.id), params.filterId)
    return undefined
  },
} satisfies HandlersOf<typeof savedFilterRoutes>
