import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Gen1Backend, gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { apiKey, app, assertRejected, deviceInfo } from '@thumbturn/service-harness/situations.ts'

const user = { username: 'ada@example.com' }
const grant = { username: user.username, grants: ['reg:write'] }
const credential = { credentialId: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
const assertion = { session: 'A'.repeat(16), assertionResult: credential }

/** Requests that violate the contract, and the message that explains the violation. */
const wrong: [what: string, path: string, body: unknown, sentence: string][] = [
  ['a value that is not an object', '/auth/init', [], 'The request body must be an object.'],
  ['a missing field', '/auth/init', { deviceInfo }, '`app` is required.'],
  ['a missing nested field', '/auth/init', { app: {}, deviceInfo }, '`app.id` is required.'],
  ['a wrong type', '/auth/init', { app: { id: 7 }, deviceInfo }, '`app.id` must be a string.'],
  [
    'a string as a Boolean',
    '/reg/init',
    { app, deviceInfo, user, passkeyOptions: { securityKey: 'x' } },
    '`passkeyOptions.securityKey` must be `true` or `false`.',
  ],
  [
    'a string that is too long',
    '/auth/init',
    { app, deviceInfo, user: { username: 'x'.repeat(257) } },
    '`user.username` must have at most 256 characters.',
  ],
  [
    'a string that is too short',
    '/auth/complete',
    { ...assertion, session: 'A' },
    '`session` must have at least 16 characters.',
  ],
  [
    'control characters',
    '/auth/init',
    { app, deviceInfo, user: { username: 'a\nb' } },
    '`user.username` must be well-formed text without control characters.',
  ],
  [
    'a lone surrogate',
    '/auth/init',
    { app, deviceInfo, user: { username: 'a\ud800b' } },
    '`user.username` must be well-formed text without control characters.',
  ],
  [
    'another alphabet',
    '/auth/complete',
    { ...assertion, assertionResult: { ...credential, signature: '$' } },
    '`assertionResult.signature` must be base64url.',
  ],
  [
    'an unknown value',
    '/auth/init',
    { app, deviceInfo, user: { ...user, usernameType: 'x' } },
    '`user.usernameType` must be `email`, `phone`, or `other`.',
  ],
  ['too few items', '/mgmt/grant', { ...grant, grants: [] }, '`grants` must have at least 1 item.'],
  [
    'too many items',
    '/mgmt/grant',
    { ...grant, grants: Array(7).fill('reg:write') },
    '`grants` must have at most 6 items.',
  ],
  [
    'an invalid item',
    '/mgmt/grant',
    { ...grant, grants: [7] },
    '`grants[0]` must be `passkey:read`, `passkey:write`, `profile:read`, `profile:write`, `reg:write`, or `auth:write`.',
  ],
]

anyEngine('validation', (fresh) => {
  const service = useService(fresh)
  let backend: Gen1Backend
  let token: string
  before(async () => {
    backend = await gen1Backend(service())
    token = (await apiKey(service(), ['reg:write', 'user:read'])).text
  })

  for (const [what, path, body, sentence] of wrong) {
    test(`a body with ${what} is rejected with a message that names the field and the limit`, async () => {
      const response = await service().post(path, body, { token: path.startsWith('/mgmt/') ? token : undefined })
      assertRejected(response, { status: 400, msg: sentence, msgCode: 'bad_request' })
    })
  }

  test('the error formats of the first generation and the proxy API contain the same message', async () => {
    const first = await backend.call('auth.register', '/register/fido2/init', { username: 7 })
    assert.equal(first.status, 400, first.text)
    const { code, message } = first.body as { code: string; message: string }
    assert.equal(code, 'request_validation_error')
    assert.match(message, /^`username` must be a string/)
    const proxy = await service().ask('POST', '//fido2/v2/proxy/discovery', { body: { username: 7 }, token })
    assertRejected(proxy, { status: 400, msg: /^`\w+` (is required|must be a string)\.$/, msgCode: 'bad_request' })
  })

  test('an invalid query parameter and an invalid path parameter are named as such', async () => {
    const list = await backend.manage('users.list', 'POST /manage/users/list?limit=1000')
    assert.equal(list.status, 400, list.text)
    const { message } = list.body as { message: string }
    assert.equal(message, 'The query parameter `limit` must be a whole number from 1 to 100.')
    const device = await service().ask('GET', `/mgmt/devices/${'x'.repeat(65)}`, { token })
    const msg = 'The path parameter `deviceId` must have at most 64 characters.'
    assertRejected(device, { status: 400, msg, msgCode: 'bad_request' })
  })
})
