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
  const copy: Copy = { known, origins: new Set(), hosts: new Map() }
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
    copy.origins = new Set([...known.values()].flatMap(listPageOrigins))
    copy.hosts = Map.groupBy(known.values(), findOwnHost)
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

  return {
    ...createLookups(copy, fresh),
    lastKnown: createLookups(copy, freshOrKnown),
    async refresh() {
      // A read in progress may have started before the change.
      await reading
      await readOnce()
    },
  }
}

/** Looks applications up in the copy, after `refresh` has read what is older than that age in milliseconds. */
function createLookups(copy: Copy, refresh: (mostAgeMs: number) => Promise<void> | undefined): ApplicationLookups {
  const ready = () => refresh(staleAfterMs)
  return {
    async find(id) {
      await ready()
      if (!copy.known.has(id)) await refresh(missedAfterMs)
      return copy.known.get(id)
    },
    async all() {
      await ready()
      return [...copy.known.values()]
    },
    async findOnly() {
      await ready()
      const [only, ...more] = [...copy.known.values()].filter(({ id }) => id !== ownApplicationId)
      return more.length === 0 ? only : undefined
    },
    async listByHost(host) {
      await ready()
      return copy.hosts.get(host.toLowerCase()) ?? []
    },
    async listByRpId(rpId) {
      await ready()
      return [...copy.known.values()].filter((application) => application.rpId === rpId.toLowerCase())
    },
    async hasOrigin(origin) {
      await ready()
      return copy.origins.has(origin)
    },
  }
}
