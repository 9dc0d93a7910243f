import assert from 'node:assert/strict'
import { apis, findExample, type JsonObject, plain } from '@thumbturn/contract'
import { exampleChallenge, exampleUserId } from '@thumbturn/contract/sample.ts'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Ids } from '@thumbturn/service-harness/calls.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import { siteProxy } from '@thumbturn/service-harness/sites.ts'
import {
  type Device,
  deviceInfo,
  newDevice,
  readBody,
  startRegistration,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import type { Flow } from '../../../src/core/ports/sessions.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

/**
 * The values that replace parts of an example, because only the service could issue them, and the credential of the
 * call.
 */
export type ExampleChanges = {
  ids?: Ids
  body?: object
  query?: Readonly<Record<string, string>>
  token?: string
  headers?: Record<string, string>
  /** The fields that the response must contain. */
  expected?: object
  /** Closes what the example needed. */
  after?: () => Promise<void>
}
/** Brings the installation into the situation of an example. */
export type Prepare = (service: Service) => Promise<ExampleChanges>

/** The user of all examples. */
export const ada = 'ada@example.com'
const site = { rpId: 'example.com', origins: ['https://example.com'] }

/** An installation in which one application belongs to the examples' site: `demo`, or `shop` for those that administer it. */
export async function startInstallation(id: 'demo' | 'shop'): Promise<Service> {
  const now = Date.UTC(2026, 10, 30, 12)
  const trustedProxies = ['127.0.0.1', siteProxy]
  const service = await startService({ databaseUrl: 'sqlite::memory:', now, mode: 'development', trustedProxies })
  if (id === 'demo') await changeApplication(service.core, service.application, site)
  else await createApplication(service.core, { id, name: 'Shop', ...site })
  return service
}

export async function change({ core }: Service, settings: Partial<ApplicationSettings>, id = 'demo') {
  await changeApplication(core, (await core.applications.findFresh(id))!, { settings })
}

/** The body of a request in a document. */
export const bodyOf = (api: string, operation: string) =>
  structuredClone(findExample(plain(apis[api]!.routes[operation]!.body))) as JsonObject

/** A session as the service would have sealed it, had it drawn the random values of the examples. */
export const reseal = (service: Service, session: string) =>
  sealAgain(service, session, { challenge: exampleChallenge })

function sealAgain({ core }: Service, session: string, changes: Partial<Flow>): string {
  return core.sessions.seal({ ...core.sessions.openAny(session), ...changes })
}

/** Registers the user of the examples with the passkey of the examples. */
export async function signUpAda(service: Service, id = 'demo'): Promise<Tokens> {
  const base = `//apps/${id}/fido2/v2`
  const body = { app: { id }, deviceInfo, user: { username: ada, displayName: 'Ada' } }
  const { session } = readBody<{ session: string }>(await service.post(`${base}/reg/init`, body))
  const ownSession = sealAgain(service, asAda(service, session), { challenge: exampleChallenge })
  const completed = { ...bodyOf('current', 'regComplete'), session: ownSession }
  return readBody<Tokens>(await service.post(`${base}/reg/complete`, completed))
}

/** The session of a registration in which the new user gets the ID of the examples. */
function asAda(service: Service, session: string): string {
  const { user } = service.core.sessions.openAny(session)
  return sealAgain(service, session, { user: { ...user!, id: exampleUserId } })
}

/** Registers the user of the examples with another passkey, which can sign challenges that no example has. */
export async function signUpAdaWithDevice(service: Service): Promise<Device> {
  const device = newDevice({ origin: 'https://example.com' })
  const { session, registrationRequestOptions: options } = await startRegistration(service, ada)
  const creationResult = device.create({ ...options, user: { ...options.user, id: exampleUserId } })
  readBody(await service.post('/reg/complete', { session: asAda(service, session), creationResult }))
  return device
}

/** The example with other values in the same places. */
export function replaceIn(example: unknown, replacements: object = {}): unknown {
  const changed = { ...(example as JsonObject) } as Record<string, unknown>
  for (const [name, value] of Object.entries(replacements)) {
    assert.ok(name in changed, `the example has no ${name} that could be replaced`)
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value)
    changed[name] = isPart ? replaceIn(changed[name], value) : value
  }
  return changed
}
