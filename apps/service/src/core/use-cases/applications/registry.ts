import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { listPageOrigins } from '../../model/applications/origins.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { ApplicationLookups, Applications } from '../../ports/applications.ts'
import type { ApplicationStore } from '../../ports/stores/applications.ts'
import { waitBriefly } from '../../wait-briefly.ts'

/** A change counts on every node within a second, which includes the read itself. */
const staleAfterMs = 900

/** An unknown application may have been created by another process, so it's read again, but not for each call with a made-up ID. */
const missedAfterMs = 50

/** The host that an application has for itself; undefined if it shares one and is identified by its path. */
function findOwnHost({ baseUrl }: Application): string | undefined {
  const { pathname, host } = new URL(baseUrl ?? 'http://shared/path')
  return pathname === '/' ? host : undefined
}

/** The application as it is in the database now, not up to a second ago. */
export async function readApplication({ applications }: Core, id: string): Promise<Application | undefined> {
  await applications.refresh()
  return applications.find(id)
}

/**
 * Reads a change that was stored at once. If that fails, it counts within a second, as on other nodes: the caller must not
 * get an error for what is stored.
 */
export const refreshSoon = ({ applications }: Core): Promise<void> => applications.refresh().catch(() => undefined)

/** The applications as they were last read. */
type Copy = {
  known: ReadonlyMap<string, Application>
  /** The only one besides the installation's own. */
  only: Application | undefined
  origins: ReadonlySet<string>
  hosts: ReadonlyMap<string | undefined, readonly Application[]>
}

type Clock = Pick<Core, 'monotonic' | 'pause'>

/**
 * Every request needs its application; reading it each time would double the reads of a sign-in. `monotonic` is in
 * milliseconds. Changes are ordered by version, so no clocks of nodes are compared.
 */
export function createApplicationRegistry(store: ApplicationStore, { monotonic, pause }: Clock): Applications {
  const known = new Map<string, Application>()
  let copy: Copy | undefined
  let version = 0
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read() {
    const startedAt = monotonic()
    for (const change of await store.changedSince(version)) {
      if (change.application) known.set(change.id, change.application)
      else known.delete(change.id)
      version = change.version
    }
    copy = createCopy(known)
    readAt = startedAt
  }

  function readOnce() {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  function fresh(mostAgeMs: number) {
    const age = monotonic() - readAt
    // A negative age means that the clock isn't monotonic after all.
    return age >= 0 && age < mostAgeMs ? undefined : readOnce()
  }

  const freshOrKnown = (mostAgeMs: number) => {
    const work = fresh(mostAgeMs)
    return work && known.size > 0 ? waitBriefly(pause, work) : work
  }

  function getCopy(): Copy {
    if (copy) return copy
    throw new Error('Applications were looked up before they were read: wait for ready() first')
  }

  return {
    ...createLookups(getCopy, fresh),
    lastKnown: createLookups(getCopy, freshOrKnown),
    async refresh() {
      // A read in progress may have started before the change.
      await reading
      await readOnce()
    },
  }
}

function createCopy(known: ReadonlyMap<string, Application>): Copy {
  const all = [...known.values()]
  const [only, ...more] = all.filter(({ id }) => id !== ownApplicationId)
  return {
    known,
    only: more.length === 0 ? only : undefined,
    origins: new Set(all.flatMap(listPageOrigins)),
    hosts: Map.groupBy(all, findOwnHost),
  }
}

/** Looks applications up in the copy; `refresh` reads what is older than that age in milliseconds. */
function createLookups(
  getCopy: () => Copy,
  refresh: (mostAgeMs: number) => Promise<void> | undefined,
): ApplicationLookups {
  const ready = () => refresh(staleAfterMs)
  const find = (id: string) => getCopy().known.get(id)
  return {
    ready,
    find,
    async findFresh(id) {
      await ready()
      if (!find(id)) await refresh(missedAfterMs)
      return find(id)
    },
    all: () => [...getCopy().known.values()],
    findOnly: () => getCopy().only,
    listByHost: (host) => getCopy().hosts.get(host.toLowerCase()) ?? [],
    listByRpId: (rpId) => [...getCopy().known.values()].filter((one) => one.rpId === rpId.toLowerCase()),
    hasOrigin: (origin) => getCopy().origins.has(origin),
  }
}
