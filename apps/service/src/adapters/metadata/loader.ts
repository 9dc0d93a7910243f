import { type Blob, readBlob } from './blob.ts'
import { type KeptCopy, keptCopy } from './kept.ts'
import { refuseRevoked } from './revocation.ts'
import { fidoAlliance, type Trust } from './root.ts'
import { download, isRemote, type Limits, readSource, usualLimits } from './source.ts'

export type LoaderOptions = {
  /** A file or an https address. */
  source: string
  /** Where the last good list is kept. */
  folder: string
  /** Whom the list may be signed by: the FIDO Alliance unless told. */
  trust?: Trust
  now(): number
  limits?: Limits
}

/** What is worth telling the operator. */
export type Log = { info(message: string): void; warn(message: string): void }

/** The list in use, and why it is not newer. */
export type Loaded = { blob: Blob | undefined; problem: string | undefined }

/**
 * Each call tries to get a newer list and answers what is in use then; it never rejects. The first call begins with
 * the kept copy, so that a restart without the source loses nothing.
 */
export function loader(
  { source, folder, trust = fidoAlliance(), now, limits = usualLimits }: LoaderOptions,
  stopping: AbortSignal,
) {
  const kept = keptCopy(folder)
  const loaded: Loaded = { blob: undefined, problem: undefined }
  let begun = false

  // Never for a file: whoever brings the list by hand may have no way to any address.
  const revocation = () => ({
    get: (url: string) => download(url, stopping, limits),
    mayAsk: allowedHosts(trust, source),
    at: now(),
  })

  async function refresh(): Promise<Blob> {
    const jws = await readSource(source, stopping, limits)
    const blob = readBlob(jws, { ...trust, at: now() })
    const newest = loaded.blob?.no ?? -1
    // An older list would bring compromised models back (FIDO MDS §3.1.7).
    if (blob.no < newest) throw new Error(`its number ${blob.no} is lower than ${newest}, the last good one`)
    if (isRemote(source)) await refuseRevoked(blob.links, revocation())
    if (blob.no > newest) await kept.write(jws)
    return blob
  }

  return {
    loaded,
    async load(log: Log): Promise<void> {
      if (!begun) loaded.blob = await readKept(kept, trust, log)
      begun = true
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

/** The hosts whose revocation lists may be asked: a certificate must not send us anywhere it likes. */
function allowedHosts({ revocationDomains }: Trust, source: string) {
  const domains = revocationDomains ?? [new URL(source).hostname]
  return (hostname: string) => domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}

/** Its certificates may have expired since it was judged; its signature and chain are checked again all the same. */
async function readKept(kept: KeptCopy, trust: Trust, log: Log): Promise<Blob | undefined> {
  try {
    const jws = await kept.read()
    return jws === undefined ? undefined : readBlob(jws, { ...trust, at: undefined })
  } catch (error) {
    log.warn(`FIDO metadata: the kept copy is not used: ${(error as Error).message}`)
  }
}
