import type { ClientDocuments } from '../../core/ports/client-documents.ts'
import { parseNetworks } from '../egress/addresses.ts'
import { createDocumentCache, type FetchedDocument } from './cache.ts'

type DocumentOptions = {
  /** Addresses and CIDR ranges that can be reached besides public ones, where a member listed the host. */
  networks: readonly string[]
  monotonic: () => number
}

type Load = Parameters<typeof createDocumentCache>[0]['load']

/** Reads the documents of clients, by code that is loaded when it is first used. */
export function createClientDocuments({ networks, monotonic }: DocumentOptions): ClientDocuments {
  let opened: Promise<Load> | undefined
  const load: Load = async (address): Promise<FetchedDocument> => {
    opened ??= openFetch(networks)
    return (await opened)(address)
  }
  return createDocumentCache({ monotonic, load })
}

async function openFetch(networks: readonly string[]): Promise<Load> {
  const [{ documentLimits: limits, fetchDocument }, { openEgress }] = await Promise.all([
    import('./fetch.ts'),
    import('../egress/egress.ts'),
  ])
  const [open, wide] = [[], networks].map((some) => openEgress({ networks: parseNetworks(some), limits }))
  return (address) => fetchDocument({ open: open!, wide: wide! }, address)
}
