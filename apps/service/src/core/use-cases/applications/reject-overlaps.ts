import type { Core } from '../../core.ts'
import { badRequest, forbidden } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { describeOverlap, findNewOverlaps, type HostRights, type Overlap } from '../../model/applications/overlaps.ts'

/**
 * Rejects a new or changed application if it, or another one because of it, would have a host or RP ID that belongs to another one.
 * Earlier overlaps stay.
 * @returns the version of the applications for which this holds
 * @throws AppError bad_request · forbidden: the caller can't give it these hosts
 */
export async function rejectOverlaps(
  { store, baseUrl }: Pick<Core, 'store' | 'baseUrl'>,
  application: Application,
  rights: HostRights,
): Promise<number> {
  if (rights === 'none') throw forbidden(hostsAreShared)
  const changes = await store.applications.changedSince(0)
  const before = changes.flatMap((change) => change.application ?? [])
  const others = before.filter(({ id }) => id !== application.id)
  const added = findNewOverlaps({ before, after: [...others, application], baseUrl })
  const firm = added.filter(({ isShared }) => !isShared)
  if (firm.length > 0) throw badRequest(explain(firm, application))
  if (added.length > 0 && rights !== 'all')
    throw forbidden(
      `${explain(added, application)}: only an owner of the installation can let applications share an RP ID`,
    )
  return changes.at(-1)?.version ?? 0
}

/** Explains the problem of the application, or else of others because of it. */
function explain(overlaps: readonly Overlap[], { id }: Application): string {
  const [own, others] = [
    overlaps.filter(({ application }) => application === id).map((overlap) => describeOverlap(overlap)),
    overlaps.map((overlap) => `application ${overlap.application}: ${describeOverlap(overlap)}`),
  ]
  return (own.length > 0 ? own : others).join('; ')
}

const hostsAreShared =
  'Base URLs and RP IDs are shared by the whole installation: ask an owner or a developer of the installation to change them'
