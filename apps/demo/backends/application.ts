import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApplicationSpec } from './backend.ts'
import { command } from './command.ts'

/** Where the demos keep what they need, beside the data of the service. */
export const folder = join(process.env.DATA_DIR ?? './data', 'demos')

/** What is kept between starts, for nobody but the owner of the folder to read. */
type StoredKey = { origin: string; key: string; wish: string }

type ListedApplication = { id: string; rpId: string; origins: string[] }

export type ApplicationRequest = {
  /** The id of the application. */
  id: string
  /** Where its pages are. */
  origin: string
  wish: ApplicationSpec
  /** Where the service is. */
  service: string
}

/**
 * Makes the application and an API key on the first start, and keeps the key in DATA_DIR/demos; changes both when the
 * wish has changed since. Answers the key.
 * @throws Error in words: somebody else has an application of that name
 */
export async function ensureApplication({ id, origin, wish, service }: ApplicationRequest): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${id}.json`)
  const kept = await read(file)
  const now = JSON.stringify(wish)
  if (kept?.origin === origin && kept.wish === now && (await works(kept.key, `${service}/apps/${id}`))) return kept.key
  const settings = (wish.settings ?? []).flatMap((setting) => ['--set', setting])
  await ensure(id, ['--name', wish.name, '--origin', origin, ...settings])
  const scopes = wish.scopes.flatMap((scope) => ['--scope', scope])
  const { key } = (await command('key', 'create', id, '--name', 'demo backend', ...scopes)) as { key: string }
  await writeFile(file, JSON.stringify({ origin, key, wish: now } satisfies StoredKey), { mode: 0o600 })
  return key
}

async function ensure(id: string, options: string[]): Promise<void> {
  const found = ((await command('app', 'list')) as ListedApplication[]).find((application) => application.id === id)
  if (!found) return void (await command('app', 'create', id, '--rp-id', 'localhost', ...options))
  const isOurs = found.rpId === 'localhost' && found.origins.every((origin) => origin.startsWith('http://localhost:'))
  if (!isOurs) throw new Error(`There is already an application ${id} (RP ID ${found.rpId}), which is not the demo's.`)
  await command('app', 'set', id, ...options)
}

const read = (file: string): Promise<StoredKey | undefined> => readFile(file, 'utf8').then(JSON.parse, () => undefined)

/** An empty body is refused either way; 401 says that the key is unknown, as where the database was made anew. */
async function works(key: string, application: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const { status } = await fetch(`${application}/fido2/v2/mgmt/grant`, { method: 'POST', headers, body: '{}' })
  return status === 400
}
