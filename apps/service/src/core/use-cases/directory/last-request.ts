import type { Core } from '../../core.ts'
import type { DirectoryRequest } from '../../model/directory/directory.ts'

const name = 'directory last request'
/** How exactly the time is known: a request is written only if the last one is older. */
const everyMs = 60_000

/** The last request of a directory, to the minute; undefined before the first one. */
export async function findLastRequest({ store }: Pick<Core, 'store'>): Promise<DirectoryRequest | undefined> {
  const text = await store.installation.find(name)
  return text === undefined ? undefined : (JSON.parse(text) as DirectoryRequest)
}

/** Records requests of directories, at most one a minute on each node, as only the time of the last one matters. */
export function createRequestRecorder() {
  let recordedAt = Number.NEGATIVE_INFINITY
  return async ({ store, monotonic, now }: Core, { id: keyId, name: keyName }: { id: string; name: string }) => {
    if (monotonic() - recordedAt < everyMs) return
    recordedAt = monotonic()
    const to = JSON.stringify({ at: now(), keyId, keyName } satisfies DirectoryRequest)
    const from = await store.installation.find(name)
    if (from === undefined) await store.installation.add(name, to)
    else await store.installation.replace(name, { from, to })
  }
}
