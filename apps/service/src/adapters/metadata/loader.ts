import { type Blob, readBlob } from './blob.ts'
import { createKeptCopy, type KeptCopy } from './kept.ts'
import { rejectRevoked } from './revocation.ts'
import { fidoAlliance, type Trust } from './root.ts'
import { download, isRemote, type Limits, readSource, usualLimits } from './source.ts'

export type LoaderOptions = {
  /** A file or an https URL. */
  source: string
  /** Where the last good list is stored. */
  folder: string
  /** The accepted signers of the list; the FIDO Alliance by default. */
  trust?: Trust
  now(): number
  limits?: Limits
}

/** Reports to the operator. */
export type Log = { info(message: string): void; warn(message: string): void }

/** The list in use, and why there is no newer one. */
export type MetadataListState = { blob: Blob | undefined; problem: string | undefined }

/**
 * Each call tries to load a newer list and returns the one in use; it never rejects. The first call starts with the
 * stored copy, so a restart without the source loses nothing.
 */
export function createLoader(
  { source, folder, trust = fidoAlliance(), now, limits = usualLimits }: LoaderOptions,
  stopping: AbortSignal,
) {
  const kept = createKeptCopy(folder)
  const loaded: MetadataListState = { blob: undefined, problem: undefined }
  let isStarted = false

  // Never for a file: an installation without internet access must work.
  const revocation = () => ({
    get: (url: string) => download(url, stopping, limits),
    canAsk: allowedHosts(trust, source),
    at: now(),
  })

  async function refresh(): Promise<Blob> {
    const jws = await readSource(source, stopping, limits)
    const blob = readBlob(jws, { ...trust, at: now() })
    const newest = loaded.blob?.no ?? -1
    // An older list could reinstate compromised models (FIDO MDS §3.1.7).
    if (blob.no < newest) throw new Error(`its number ${blob.no} is lower than ${newest}, the last good one`)
    if (isRemote(source)) await rejectRevoked(blob.links, revocation())
    if (blob.no > newest) await kept.write(jws)
    return blob
  }

  return {
    loaded,
    async load(log: Log): Promise<void> {
      if (!isStarted) loaded.blob = await readKept(kept, trust, log)
      isStarted = true
      try {
        loaded.blob = await refresh()
        loaded.problem = undefined
        log.info(`FIDO metadata: list ${loaded.blob.no} with ${loaded.blob.models.length} models from ${source}`)
      } catch (error) {
        loaded.problem = `${source} is not used: ${(error as Error).message}`
        const inUse = loaded.blob ? `list ${loaded.blob.no} stays in use` : 'there is no list'
        if (!stopping.aborted) log.warn(`FIDO metadata: ${loaded.problem}; ${inUse}`)
      }
    },
  }
}

/** The hosts whose revocation lists can be fetched: a certificate must not send us anywhere else. */
function allowedHosts({ revocationDomains }: Trust, source: string) {
  const domains = revocationDomains ?? [new URL(source).hostname]
  return (hostname: string) => domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}

/** Its certificates may have expired since; its signature and chain are verified again all the same. */
async function readKept(kept: KeptCopy, trust: Trust, log: Log): Promise<Blob | undefined> {
  try {
    const jws = await kept.read()
    return jws === undefined ? undefined : readBlob(jws, { ...trust, at: undefined })
  } catch (error) {
    log.warn(`FIDO metadata: the kept copy is not used: ${(error as Error).message}`)
  }
}
