import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { apiKeyScopes, type Route } from '@thumbturn/contract'
import { exampleCall, type Operation, operations } from '@thumbturn/service-harness/calls.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { type Answer, origin, type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  newDevice,
  newName,
  type RegistrationInit,
  readBody,
  signUpUser,
  startSignIn,
  startTransaction,
  type Tokens,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

/** IDs and other values that name something, by the name of the field or path parameter. */
type Names = Readonly<Record<string, string>>
type Body = { [field: string]: unknown }

const neighbor = 'neighbor'

const bodyNames = /^(userId|user_id|uuid|credential_uuid|txId|tx_id|session|keyHandle|credentialId|credential_id)$/

const outboxMessage = {
  id: 'a-message-of-the-demo',
  appId: 'demo',
  channel: 'sms',
  to: '+14155550100',
  locale: 'en-US',
  text: 'Your code is 123456.',
  createdAt: Date.UTC(2027, 2, 14, 12),
} as const

/** Every ID of the application `demo` in every operation that takes one, with credentials of another application. */
anyEngine('tenants', (fresh) => {
  const running = useService(fresh)
  let ofDemo: Names
  let credentials: Readonly<Record<string, (route: Route) => string | undefined>>
  let compared = 0

  before(async () => {
    const service = running()
    ofDemo = await createThings(service)
    credentials = await createCredentials(service)
  })

  for (const operation of operations.filter(takesNames)) {
    const { name, api } = operation
    test(`${api.title}: ${name} treats what belongs to another application as unknown`, async () => {
      const service = running()
      const earlier = await stored(service.database)
      const foreign = await ask(service, operation, ofDemo)
      const unknownNames = toUnknown(ofDemo)
      const unknown = await ask(service, operation, unknownNames)
      assert.deepEqual(describe(foreign, ofDemo), describe(unknown, unknownNames), `${foreign.text}\n${unknown.text}`)
      assert.ok(foreign.status < 500, foreign.text)
      assertUntouched(earlier, await stored(service.database))
      compared++
    })

    const ask = (service: Service, { api, route }: Operation, names: Names): Promise<Answer> => {
      const example = exampleCall({ name, api, route }, inPath(route, names))
      const path = example.path.replace('/apps/demo', `/apps/${neighbor}`)
      const body = withNames(example.ask.body, names)
      const headers = { ...example.ask.headers, 'x-client-id': neighbor }
      return service.ask(example.method, path, { body, headers, token: credentials[route.access.kind]?.(route) })
    }
  }

  test('all operations that take IDs were compared', (t) => {
    const expected = operations.filter(takesNames).length
    assert.equal(compared, expected)
    t.diagnostic(`${expected} operations, as they should be`)
  })
})

/** The things of the application `demo`, one of each kind. */
async function createThings(service: Service): Promise<Names> {
  const { device, username, userId, passkeyId, deviceId } = await signUpUser(service)
  const { session } = await startSignIn(service, username)
  const transaction = await startTransaction(service, username)
  readBody(await service.post('/tx/complete', transactionAnswer(device, transaction)))
  const { txId } = transaction
  const credentialId = device.credentials[0]!.id
  return {
    ...(await createAdministered(service)),
    session,
    userId,
    user_id: userId,
    passkeyId,
    deviceId,
    deviceID: deviceId,
    txId,
    tx_id: txId,
    uuid: passkeyId,
    credential_uuid: passkeyId,
    credentialId,
    credential_id: credentialId,
    keyHandle: credentialId,
  }
}

/** The administered things of the application `demo`. */
async function createAdministered(service: Service): Promise<Names> {
  const { text: token } = await createAdminKey(service)
  const call = async (path: string, body: object): Promise<Body> =>
    readBody(await service.ask('POST', `//admin/v1/applications/demo/${path}`, { token, body }))
  const connector = await call('connectors', { name: 'SIEM', target: { type: 'webhook', url: 'https://siem.example' } })
  const filter = await call('saved-filters', { name: 'Rejected', filters: { type: 'fido2.passkey.auth.failure' } })
  const { id: messageId } = outboxMessage
  await service.core.store.commit([{ keepInOutbox: outboxMessage }])
  const [signingKey] = await service.core.store.applications.signingKeys('demo')
  const { key: apiKeyOfDemo } = await apiKey(service)
  const { key: clientKey } = await gen1Backend(service)
  return {
    connectorId: String(connector.id),
    filterId: String(filter.id),
    messageId,
    kid: signingKey!.kid,
    keyId: apiKeyOfDemo.id,
    clientKeyId: clientKey.id,
  }
}

/** A credential of the application `neighbor`, with everything allowed, for each kind of access. */
async function createCredentials(service: Service) {
  const { core } = service
  const application = await createApplication(core, { id: neighbor, rpId: 'localhost', origins: [origin] })
  const { text: key } = await apiKey(service, [...apiKeyScopes], application)
  const { token } = await gen1Backend(service, { application, ownKey: true })
  const { text: admin } = await createAdminKey(service)
  const user = await signUpNextDoor(service)
  const signed = ({ access }: Route) => token('scope' in access ? String(access.scope) : '')
  return {
    apiKey: () => key,
    admin: () => admin,
    user: () => user,
    userOrApiKey: () => key,
    service: signed,
    management: signed,
    public: () => undefined,
    optionalUser: () => undefined,
  }
}

async function signUpNextDoor({ ask }: Service): Promise<string> {
  const base = `//apps/${neighbor}/fido2/v2`
  const device = newDevice()
  const begun = { app: { id: neighbor }, deviceInfo: {}, user: { username: newName() } }
  const started = readBody<RegistrationInit>(await ask('POST', `${base}/reg/init`, { body: begun }))
  const creationResult = device.create(started.registrationRequestOptions)
  const completed = { session: started.session, creationResult }
  return readBody<Tokens>(await ask('POST', `${base}/reg/complete`, { body: completed })).jwtAccess
}

/** Whether a call names something that belongs to an application. */
function takesNames({ route, api }: Operation): boolean {
  if (['member', 'session'].includes(route.access.kind)) return false
  const inPaths = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const named = inPaths.filter((name) => !/^(credential_type|code_type|template|locale|aaguid)$/.test(name))
  if (api.of === 'installation') return route.path.startsWith('/applications/{id}/') && named.length > 1
  return (
    named.length > 0 || listFields(exampleCall({ name: '', api, route }).ask.body).some((one) => bodyNames.test(one))
  )
}

function listFields(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...listFields(inner)])
}

/** The application that is called is always the caller's own. */
function inPath({ path }: Route, names: Names): Names {
  if (path.startsWith('/applications/{id}'))
    return { ...names, id: neighbor, ...(path.includes('client-keys') && { keyId: names.clientKeyId! }) }
  return { ...names, id: path.startsWith('/profile') ? names.userId! : names.passkeyId! }
}

function withNames(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => withNames(item, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, nameField(field, inner, names) ?? withNames(inner, names)]),
  )
}

function nameField(field: string, value: unknown, names: Names): unknown {
  if (field === 'app' && value !== null && typeof value === 'object') return { id: neighbor }
  if (field === 'client_id') return neighbor
  // A name is no ID: each application has its own users.
  if (field === 'username') return newName()
  return typeof value === 'string' && bodyNames.test(field) ? names[field] : undefined
}

/** Values of the same form that nothing has. */
const toUnknown = (names: Names): Names =>
  Object.fromEntries(Object.entries(names).map(([name, value]) => [name, toUnknownValue(value)]))

function toUnknownValue(value: string): string {
  if (value.includes('@')) return newName('eve')
  if (/^[0-9a-f]{8}-/.test(value)) return randomUUID()
  return [...value].reverse().join('')
}

/**
 * The part of a response that a caller can tell apart: the status, and the error apart from the ID that was sent, or
 * the fields of a success.
 */
function describe({ status, text }: Answer, names: Names): unknown {
  if (status < 400) return { status, fields: listFields(text === '' ? '' : JSON.parse(text)) }
  return { status, error: Object.values(names).reduce((rest, sent) => rest.replaceAll(sent, '…'), text) }
}

/** Whatever happened, nothing of the application `demo` was written. */
function assertUntouched(earlier: Record<string, string[]>, later: Record<string, string[]>): void {
  const ofDemo = (tables: Record<string, string[]>) =>
    Object.fromEntries(
      Object.entries(tables).map(([table, rows]) => [table, rows.filter((row) => row.includes('"app_id":"demo"'))]),
    )
  assert.deepEqual(ofDemo(later), ofDemo(earlier))
}
