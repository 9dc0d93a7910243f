import type { MetadataState } from '../core/model/aaguids/metadata.ts'
import { createLoader, type LoaderOptions, type Log, type MetadataListState } from './metadata/loader.ts'
import { createLookups } from './metadata/lookups.ts'
import { noMetadata, type RunningMetadata } from './no-metadata.ts'

/** Without a source there is no metadata. */
export type MetadataOptions = Omit<LoaderOptions, 'source'> & { source: string | undefined }

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/**
 * The list of the FIDO Metadata Service. The last good list stays in use while a newer one is unavailable, badly
 * signed, or older: this never stops the service or a ceremony, and nothing is loaded during one.
 */
export function openMetadata({ source, ...options }: MetadataOptions): RunningMetadata {
  if (source === undefined) return noMetadata
  const { now } = options
  const stopping = new AbortController()
  const { loaded, load } = createLoader({ ...options, source }, stopping.signal)
  let log: Log = { info: () => {}, warn: () => {} }
  let loading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function reload(): Promise<void> {
    loading ??= load(log).finally(() => {
      loading = undefined
    })
    return loading
  }

  async function keepReloading() {
    await reload()
    if (stopping.signal.aborted) return
    const { stale, problem } = describeState(loaded, now())
    if (stale) log.warn('FIDO metadata: the list is stale, its successor was promised for a day that has passed')
    // Daily, because models are also reported between the promised days; hourly after a failure.
    timer = setTimeout(keepReloading, stale || problem !== undefined ? hourMs : dayMs).unref()
  }

  return {
    ...createLookups(() => loaded.blob, now),
    state: () => describeState(loaded, now()),
    reload,
    start(logger) {
      log = logger
      void keepReloading()
    },
    stop() {
      clearTimeout(timer)
      stopping.abort()
    },
  }
}

function describeState({ blob, problem }: MetadataListState, at: number): MetadataState {
  if (!blob) return { models: 0, stale: false, problem }
  const { no, nextUpdate, models } = blob
  // The promised day lasts until its end anywhere on earth.
  const stale = at >= Date.parse(nextUpdate) + dayMs
  return { no, nextUpdate, models: models.length, stale, problem }
}
