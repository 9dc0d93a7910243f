import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Api, currentApi, findExample, plain, proxyApi } from '@thumbturn/contract'
import { apiKeyScopes } from '@thumbturn/contract/vocabulary/scopes.ts'
import {
  absent,
  type Json,
  optionalPlacesIn,
  replaced,
  reportPlacesIn,
  type Schema,
  typesIn,
} from '@thumbturn/service-harness/bodies.ts'
import { exampleCall, type Operation } from '@thumbturn/service-harness/calls.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { bodyValidator } from '@thumbturn/service-harness/openapi.ts'
import { type Answer, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  newDevice,
  newName,
  readBody,
  signUpUser,
  startRegistration,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'

const odd: [string, unknown][] = [
  ['null', null],
  ['an empty text', ''],
  ['a number', 7],
  ['true', true],
  ['a list', [['x']]],
  ['an object', { x: { y: 1 } }],
  ['half a character', '\ud800'],
  ['a list of half a character', ['\ud800']],
  ['10 kB', 'x'.repeat(10_240)],
  ['a thousand items', Array.from({ length: 1000 }, () => 'usb')],
]

const apis: [string, Api][] = [
  ['current', currentApi],
  ['proxy', proxyApi],
]

/** Fields that the browser, an extension, or a password manager adds or leaves out must not break a call. */
anyEngine('optional fields', (fresh) => {
  const running = useService(fresh)
  let tokens: Record<string, string | undefined>
  before(async () => {
    const { jwtAccess } = await signUpUser(running())
    const { session } = await startSignIn(running())
    const { text } = await apiKey(running(), [...apiKeyScopes])
    tokens = { user: jwtAccess, session, apiKey: text, userOrApiKey: text }
  })

  /** Sends a call about a user, or with a name, that no other call is about. */
  async function send({ path, ...operation }: Operation & { path: string[] }, value: unknown): Promise<string> {
    const { route } = operation
    const { method, path: url } = exampleCall(operation)
    const example = findExample(plain(route.body)) as Json
    const named = {
      ...example,
      ...('user' in example && { user: { ...(example.user as Json), username: newName() } }),
      ...('name' in example && { name: newName() }),
    }
    const body = replaced(named, path, value)
    return describeAnswer(await running().ask(method, url, { body, token: tokens[route.access.kind] }))
  }

  for (const [which, api] of apis) {
    const describeBody = bodyValidator(api)
    for (const [name, route] of Object.entries(api.routes).filter(([, { body }]) => body)) {
      const operation = { name, api, route }
      for (const path of optionalPlacesIn(route.body as Schema)) {
        test(`${which}: ${name} treats null and an empty ${path.join('.')} as omitted, and documents it`, async () => {
          const at = { ...operation, path }
          const expected = await send(at, absent)
          const example = findExample(plain(route.body)) as Json
          for (const blank of [null, '']) {
            assert.deepEqual(describeBody(route, replaced(example, path, blank)), [])
            assert.equal(await send(at, blank), expected)
          }
        })
      }
      for (const { path, empty } of reportPlacesIn(route.body as Schema)) {
        test(`${which}: ${name} leaves out an odd ${path.join('.')}`, async () => {
          const at = { ...operation, path }
          const expected = await send(at, empty)
          for (const [what, value] of odd) assert.equal(await send(at, value), expected, what)
        })
      }
    }
  }

  const reported: [what: string, changes: object, stored: object][] = [
    ['transports that are null', { transports: null }, { transports: [] }],
    ['an empty transport', { transports: ['', 'usb'] }, { transports: ['usb'] }],
    ['transports that are a text', { transports: 'usb' }, { transports: [] }],
    ['no public key', { publicKey: null, publicKeyAlgorithm: null, authenticatorData: null }, {}],
    ['a public key of another type', { publicKey: {}, publicKeyAlgorithm: '-7', authenticatorData: [] }, {}],
    ['extension results that are null', { clientExtensionResults: null }, { extensions: undefined }],
    ['extension results that are true', { clientExtensionResults: true }, { extensions: undefined }],
    [
      'an extension result without a value',
      { clientExtensionResults: { credProps: { rk: null } } },
      { extensions: undefined },
    ],
    [
      'an extension result of another type, and others',
      { clientExtensionResults: { appid: true, credProps: true, prf: { enabled: true, results: {} } } },
      { extensions: { client: { prf: true } } },
    ],
    ['an attachment that no standard names', { authenticatorAttachment: 'hybrid', hints: [null] }, {}],
  ]
  for (const [what, changes, expected] of reported) {
    test(`a registration with ${what} creates a passkey, and keeps what fits`, async () => {
      const service = running()
      const { session, registrationRequestOptions } = await startRegistration(service, newName())
      const creationResult = { ...newDevice().create(registrationRequestOptions), ...changes }
      const { userId } = readBody<{ userId: string }>(await service.post('/reg/complete', { session, creationResult }))
      const [passkey] = await service.core.store.passkeys.listByUser('demo', userId)
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(passkey?.[name as 'extensions'], value)
    })
  }

  for (const userHandle of [null, '']) {
    test(`a sign-in of a named user with the user handle ${JSON.stringify(userHandle)} succeeds`, async () => {
      const service = running()
      const { device, username } = await signUpUser(service)
      const { session, assertionOptions } = await startSignIn(service, username)
      const assertionResult = { ...device.get(assertionOptions), userHandle }
      readBody(await service.post('/auth/complete', { session, assertionResult }))
    })
  }
})

/** The status and the text of an error, or the names and types of the fields. */
const describeAnswer = ({ status, body }: Answer) => JSON.stringify([status, status === 200 ? typesIn(body) : body])
