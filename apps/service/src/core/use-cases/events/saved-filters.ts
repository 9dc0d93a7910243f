import type { Core } from '../../core.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { SavedFilter } from '../../model/events/saved-filter.ts'
import { recordChange } from '../audit/audit.ts'

// They are shown in a menu.
const mostFilters = 100

/**
 * Saves filters under a name, and replaces those that have it.
 * @throws AppError bad_request: the application has 100 others
 */
export async function saveFilter(
  core: Core,
  { id: appId }: Application,
  { name, filters }: Pick<SavedFilter, 'name' | 'filters'>,
): Promise<SavedFilter> {
  const { store, random, now, actor } = core
  const saved = await store.savedFilters.list(appId)
  const replaced = saved.find((other) => other.name === name)
  if (!replaced && saved.length >= mostFilters)
    throw badRequest(`There are ${mostFilters} saved filters: delete one first`)
  const filter = { id: random.uuid(), appId, name, filters, savedBy: actor?.name ?? '', savedAt: now() }
  const audit = recordChange(core, {
    action: 'savedFilter.saved',
    application: appId,
    target: name,
    before: replaced?.filters,
    after: filters,
  })
  await store.commit([{ putSavedFilter: filter }, ...audit])
  return filter
}

/** @throws AppError not_found: there is no such filter */
export async function deleteSavedFilter(core: Core, { id: appId }: Application, id: string): Promise<void> {
  const saved = await core.store.savedFilters.list(appId)
  const filter = saved.find((other) => other.id === id)
  const audit = recordChange(core, {
    action: 'savedFilter.deleted',
    application: appId,
    target: filter?.name,
    before: filter?.filters,
  })
  if (!filter || (await core.store.commit([{ deleteSavedFilter: { appId, id } }, ...audit])))
    throw notFound(`There is no saved filter ${id}`)
}
