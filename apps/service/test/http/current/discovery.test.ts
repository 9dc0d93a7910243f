import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Asking, cases, mac, offerCodes, registeredOn } from '@thumbturn/service-harness/discovery.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import { type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  type AuthenticationInit,
  apiKey,
  app,
  assertRejected,
  newDevice,
  newName,
  type RegistrationInit,
  readBody,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { readCapabilities } from '../../../src/core/flows/discovery/capabilities.ts'
import { discover } from '../../../src/core/flows/discovery/discover.ts'
import { fallbackRules, passkeyRules } from '../../../src/core/flows/discovery/rules.ts'
import { recognizeDevice } from '../../../src/core/use-cases/devices/recognize.ts'

type Discovery = {
  matchResult: string
  userId?: string
  session?: string
  authRequestOptions?: AuthenticationInit['assertionOptions']
  regRequestOptions?: RegistrationInit['registrationRequestOptions']
  lastLoginDeviceId?: string
  lastLoginTs?: string
  traceId: string
}

const { unknownUser, deactivatedUser, codes, nothing } = fallbackRules
const rules = [unknownUser, deactivatedUser, ...passkeyRules, codes, nothing]

/** The result of discovery for a backend, a user, and a device, by which rules, and how the flow continues from there. */
anyEngine('discovery', (fresh) => {
  const running = useService(fresh)

  for (const { what, asking, ...expected } of cases) {
    test(`${expected.rule}: ${what}`, async (t) => {
      const service = running()
      const asked = await asking(service)
      const application = await offerCodes(service, expected.codes ?? false)
      t.after(() => offerCodes(service, false))
      const device = await recognizeDevice(service.core, asked)
      const capabilities = readCapabilities(asked.deviceInfo?.webauthnCapabilities)
      const { certainOnly, codes, ...wanted } = expected
      const question = { application, username: asked.username, device, capabilities, certainOnly }
      const { rule, match, matchResult } = await discover(service.core, question)
      assert.deepEqual({ rule, match, matchResult }, wanted)
      if (certainOnly) return
      assert.equal((await askFor(service, asked)).matchResult, wanted.matchResult)
    })
  }

  test('every rule has a test case and is documented with its outcome', () => {
    const text = readFileSync(
      new URL('../../../../docs/docs/reference-documentation/fundamentals/discovery.mdx', import.meta.url),
      'utf8',
    )
    const rows = [...text.matchAll(/^\| `([\w-]+)` \|.*\| `(\w+)` \| `(\w+)` \|$/gm)].map(([, ...row]) => row.join())
    assert.deepEqual(
      rows,
      rules.map(({ name, match, matchResult }) => [name, match, matchResult].join()),
    )
    const tested = new Set(cases.map(({ rule }) => rule))
    assert.deepEqual([...tested].sort(), rules.map(({ name }) => name).sort())
  })

  test('a user with a passkey continues to sign-in with the session', async () => {
    const service = running()
    const { device, username, userId, deviceId, passkeyId } = await registeredOn(service, {})
    const at = new Date(service.clock.now()).toISOString()
    service.clock.advance(1000)
    const found = await askFor(service, { username, deviceInfo: { deviceId } })
    assert.deepEqual([found.userId, found.lastLoginDeviceId, found.lastLoginTs], [userId, deviceId, at])
    assert.equal(found.regRequestOptions, undefined)
    assert.match(found.traceId, /^[0-9a-f]{32}$/)
    const assertionResult = device.get(found.authRequestOptions!)
    const done = readBody<Tokens>(await service.post('/auth/complete', { session: found.session, assertionResult }))
    assert.deepEqual([done.userId, done.passkeyId, done.deviceId], [userId, passkeyId, deviceId])
  })

  test('an unknown username continues to sign-up with the session', async () => {
    const service = running()
    const [username, device] = [newName(), newDevice()]
    const found = await askFor(service, { username, userAgent: mac })
    assert.deepEqual(
      [found.userId, found.lastLoginDeviceId, found.lastLoginTs, found.authRequestOptions],
      [undefined, undefined, undefined, undefined],
    )
    const creationResult = device.create(found.regRequestOptions!)
    const done = readBody<Tokens>(await service.post('/reg/complete', { session: found.session, creationResult }))
    const [passkey] = readBody<{ name: string }[]>(await service.ask('GET', '/passkeys', { token: done.jwtAccess }))
    assert.equal(passkey?.name, 'Safari on macOS')
  })

  test('an existing user without a passkey is never offered registration, which requires a grant', async () => {
    const service = running()
    const who = await registeredOn(service, {})
    await service.ask('DELETE', `/passkeys/${who.passkeyId}`, { token: who.jwtAccess })
    const found = await askFor(service, { username: who.username }, ['user:read', 'reg:write'])
    assert.deepEqual(
      [found.session, found.regRequestOptions, found.authRequestOptions],
      [undefined, undefined, undefined],
    )
    assert.equal(found.userId, who.userId)
  })

  test('when the first passkey requires a token, only an API key with registration scopes starts a sign-up', async (t) => {
    const service = running()
    await withSettings(service, t, { registrationRequiresToken: true })
    assert.equal((await askFor(service, { username: newName() })).session, undefined)
    assert.ok((await askFor(service, { username: newName() }, ['user:read', 'reg:write'])).regRequestOptions)
  })

  test('discovery writes nothing', async () => {
    const service = running()
    const { username } = await registeredOn(service, {})
    const { text: token } = await apiKey(service, ['user:read'])
    const before = await stored(service.database)
    for (const name of [username, newName('unknown')])
      readBody(await service.post('/mgmt/discover', { app, user: { username: name }, userAgent: mac }, { token }))
    assert.deepEqual(await stored(service.database), before)
  })

  for (const [what, body] of [
    ['an empty username', { user: { username: ' ' }, userAgent: mac }],
    ['a user agent longer than a header', { user: { username: 'ada' }, userAgent: 'x'.repeat(16_385) }],
  ] as const) {
    test(`discovery with ${what} is a bad request`, async () => {
      const service = running()
      const { text: token } = await apiKey(service, ['user:read'])
      const response = await service.post('/mgmt/discover', body, { token })
      assertRejected(response, { status: 400, msg: /user/, msgCode: 'bad_request' })
    })
  }
})

async function askFor(
  service: Service,
  { username, userAgent = '', ...said }: Asking,
  scopes = ['user:read'],
): Promise<Discovery> {
  const { text: token } = await apiKey(service, scopes)
  return readBody(await service.post('/mgmt/discover', { app, user: { username }, userAgent, ...said }, { token }))
}
