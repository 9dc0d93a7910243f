import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import { findGroupNameProblem, toGroupKey } from '../../model/groups/group.ts'
import { LineError } from '../../model/imports/line.ts'
import type { Backend } from '../applications/backend.ts'
import { createGroup } from '../groups/manage.ts'

/** Finds the groups that lines name. */
export type GroupFinder = {
  /**
   * Their IDs.
   * @throws LineError lists the names of groups that don't exist, or can't be created
   */
  find(names: readonly string[]): Promise<string[]>
}

/** Where groups are looked for. `createGroups`: those that don't exist are created, by a dry run in appearance only. */
type GroupOptions = { backend: Backend; createGroups?: boolean | undefined; dryRun: boolean }

/** The groups that were found are remembered, as most users of a file are in the same ones. */
export function createGroupFinder(core: Core, options: GroupOptions): GroupFinder {
  const { id: appId } = options.backend.application
  const known = new Map<string, string>()
  const findOne = async (name: string) => {
    const nameKey = toGroupKey(name)
    const id = known.get(nameKey) ?? (await core.store.groups.findByName({ appId, nameKey }))?.id
    const found = id ?? (options.createGroups ? await addGroup(core, options, name) : undefined)
    if (found !== undefined) known.set(nameKey, found)
    return found
  }
  return {
    async find(names) {
      const ids = new Map<string, string | undefined>()
      for (const name of names) ids.set(name, await findOne(name))
      const missing = names.filter((name) => ids.get(name) === undefined)
      if (missing.length > 0) throw new LineError('unknown_group', `there is no group ${missing.join(', ')}`)
      return [...new Set(ids.values())].filter((id) => id !== undefined)
    },
  }
}

/** The ID of the new group; undefined if another caller created one of that name at the same time. */
async function addGroup(core: Core, { backend, dryRun }: GroupOptions, name: string): Promise<string | undefined> {
  const problem = findGroupNameProblem(name)
  if (problem !== undefined) throw new LineError('unknown_group', `the group ${name} can't be created: ${problem}`)
  if (dryRun) return toGroupKey(name)
  try {
    return (await createGroup(core, backend, { name })).id
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'conflict') return undefined
    throw new LineError('unknown_group', `the group ${name} can't be created: ${error.message}`)
  }
}
