import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBlob } from '@thumbturn/service/adapters/metadata/blob.ts'
import { createLoader } from '@thumbturn/service/adapters/metadata/loader.ts'
import { readTrustFile } from '@thumbturn/service/adapters/metadata/root.ts'
import { isRemote } from '@thumbturn/service/adapters/metadata/source.ts'
import { blob, payload, trust } from '@thumbturn/service-harness/metadata-service.ts'

/** A folder with lists (`.jwt`), statements (`.json`), and the root of the lists (`root.pem`), and the https addresses of more lists. */
export type MetadataSources = { folder: string; addresses: readonly string[] }

/** A model in a list (FIDO MDS §3.1.1). */
type Entry = { aaguid?: string; statusReports: readonly object[]; metadataStatement: object }

/** The models in a file or at an address, or why it isn't used. */
type SourceContent = { source: string; entries: readonly unknown[]; problem?: string }

/** The domains of the program, whose revocation lists are fetched like those at a list's own host. */
const programDomains = ['fidoalliance.org', 'fido.tools']

const dayMs = 86_400_000

/** A list of these models under the harness's own root, for a year. */
export const signList = (entries: readonly unknown[]) =>
  blob(payload({ nextUpdate: new Date(Date.now() + 365 * dayMs).toISOString().slice(0, 10), entries }))

/** Every model that the service can read, and a sentence for everything else. `work` is an empty folder. */
export async function mergeMetadata({ folder, addresses }: MetadataSources, work: string) {
  const find = (ending: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => join(folder, name))
  const lists = [...find('.jwt'), ...addresses]
  const contents = [
    ...find('.json').map(readStatement),
    ...(await Promise.all(lists.map((source, index) => readList(source, { folder, work: join(work, String(index)) })))),
  ]
  const rejected = contents.flatMap(({ problem }) => problem ?? [])
  const readable: Entry[] = []
  for (const { source, entries } of contents)
    for (const entry of entries)
      if (isReadable(entry)) readable.push(entry)
      else
        rejected.push(
          `${source}: ${nameModel(entry)} is not used: it is no FIDO2 or U2F model that the service can read`,
        )
  return { entries: mergeEntries(readable), rejected }
}

/** The service's own loader verifies the list, with its revocation lists, and keeps a copy of a good one in `work`. */
async function readList(source: string, { folder, work }: { folder: string; work: string }): Promise<SourceContent> {
  const hosts = isRemote(source) ? [new URL(source).hostname] : []
  const trusted = { ...readTrustFile(join(folder, 'root.pem')), revocationDomains: [...hosts, ...programDomains] }
  const { loaded, load } = createLoader(
    { source, folder: work, trust: trusted, now: Date.now },
    AbortSignal.timeout(60_000),
  )
  await load({ info: () => {}, warn: () => {} })
  if (loaded.problem !== undefined) return { source, entries: [], problem: loaded.problem }
  const [, signed = ''] = readFileSync(join(work, 'metadata.jwt'), 'utf8').split('.')
  return { source, entries: JSON.parse(Buffer.from(signed, 'base64url').toString()).entries }
}

/** A statement says nothing about the status of its model, so it counts as not certified. */
function readStatement(source: string): SourceContent {
  try {
    const metadataStatement = JSON.parse(readFileSync(source, 'utf8'))
    const { aaguid } = Object(metadataStatement)
    return { source, entries: [{ aaguid, statusReports: [{ status: 'NOT_FIDO_CERTIFIED' }], metadataStatement }] }
  } catch {
    return { source, entries: [], problem: `${source} is not used: it holds no JSON` }
  }
}

const isReadable = (entry: unknown): entry is Entry =>
  readBlob(signList([entry]), { ...trust, at: Date.now() }).models.length === 1

const nameModel = (entry: unknown) => String(Object(entry).aaguid ?? 'an entry without an AAGUID')

/** Of a model that has several entries, the last one with the reports of all: a model that one of them revokes stays revoked. */
function mergeEntries(entries: readonly Entry[]): Entry[] {
  const merged = new Map<unknown, Entry>()
  for (const entry of entries) {
    const key = entry.aaguid?.toLowerCase() ?? entry
    const statusReports = [...(merged.get(key)?.statusReports ?? []), ...entry.statusReports]
    merged.set(key, { ...entry, statusReports })
  }
  return [...merged.values()]
}
