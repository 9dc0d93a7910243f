import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApplicationSpec, ResourceSpec } from './backend.ts'
import { runCommand } from './command.ts'

/** Folder for the demos' own files, next to the service's data. */
export const folder = join(process.env.DATA_DIR ?? './data', 'demos')

/** Stored between starts, readable only by the owner of the folder. */
type StoredKey = { origin: string; key: string; wish: string }

type ListedApplication = { id: string; rpId: string; origins: string[] }

export type ApplicationRequest = {
  /** The application ID. */
  id: string
  /** Origin of its pages. */
  origin: string
  wish: ApplicationSpec
  /** URL of the service. */
  service: string
}

/**
 * Creates the application and an API key on the first start, and stores the key in DATA_DIR/demos. Updates both if the
 * request has changed since. Returns the key.
 * @throws Error if an application with this ID exists already
 */
export async function ensureApplication({ id, origin, wish, service }: ApplicationRequest): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${id}.json`)
  const kept = await read(file)
  const now = JSON.stringify(wish)
  if (kept?.origin === origin && kept.wish === now && (await isKeyValid(kept.key, `${service}/apps/${id}`)))
    return kept.key
  const settings = (wish.settings ?? []).flatMap((setting) => ['--set', setting])
  // The hosted pages are at the service.
  const origins = wish.resource ? [origin, service] : [origin]
  const allowed = origins.flatMap((one) => ['--origin', one])
  await createApplication(id, ['--name', wish.name, ...allowed, ...settings])
  if (wish.resource) await ensureResource(id, wish.resource)
  const scopes = wish.scopes.flatMap((scope) => ['--scope', scope])
  const { key } = (await runCommand('key', 'create', id, '--name', 'demo backend', ...scopes)) as { key: string }
  await writeFile(file, JSON.stringify({ origin, key, wish: now } satisfies StoredKey), { mode: 0o600 })
  return key
}

async function createApplication(id: string, options: string[]): Promise<void> {
  const found = ((await runCommand('app', 'list')) as ListedApplication[]).find((application) => application.id === id)
  if (!found) return void (await runCommand('app', 'create', id, '--rp-id', 'localhost', ...options))
  const isOurs = found.rpId === 'localhost' && found.origins.every((origin) => origin.startsWith('http://localhost:'))
  if (!isOurs) throw new Error(`There is already an application ${id} (RP ID ${found.rpId}), which is not the demo's.`)
  await runCommand('app', 'set', id, ...options)
}

async function ensureResource(id: string, { uri, name, scope, program }: ResourceSpec): Promise<void> {
  const resources = (await runCommand('resource', 'list', id)) as { uri: string }[]
  if (!resources.some((resource) => resource.uri === uri))
    await runCommand('resource', 'create', id, uri, '--name', name, '--scope', scope)
  const clients = (await runCommand('client', 'list', id)) as { id: string }[]
  const settings = ['--set', `resources=${uri}`]
  if (clients.some((client) => client.id === program.id))
    return void (await runCommand('client', 'set', id, program.id, ...settings))
  const identity = ['--id', program.id, '--name', program.name, '--type', 'native']
  await runCommand('client', 'create', id, ...identity, '--redirect-uri', 'http://127.0.0.1/callback', ...settings)
}

const read = (file: string): Promise<StoredKey | undefined> => readFile(file, 'utf8').then(JSON.parse, () => undefined)

/** An empty body is rejected either way; 401 means that the key is unknown, as after a database reset. */
async function isKeyValid(key: string, application: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const { status } = await fetch(`${application}/fido2/v2/mgmt/grant`, { method: 'POST', headers, body: '{}' })
  return status === 400
}
