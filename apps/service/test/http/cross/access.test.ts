import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { origin, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  newName,
  readBody,
  requestGrant,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { revokeApiKey } from '../../../src/core/use-cases/applications/keys.ts'

const keyNotValid = { status: 401, msg: 'The API key is not valid', msgCode: 'unauthorized', reason: 'invalid_api_key' }

anyEngine('access', (fresh) => {
  const running = useService(fresh)

  test('a missing scope is forbidden, a bad credential is unauthorized', async () => {
    const service = running()
    const { username } = await signUpUser(service)
    const token = await requestGrant(service, username, ['profile:read'])
    const lacks = (scope: string) => ({ status: 403, msg: `The token lacks the scope ${scope}`, msgCode: 'forbidden' })
    assertRejected(await service.ask('GET', '/passkeys', { token }), lacks('passkey:read'))
    assertRejected(await service.ask('PUT', '/passkeys/x', { token, body: { name: 'x' } }), lacks('passkey:write'))
    assertRejected(await service.ask('DELETE', '/passkeys/x', { token }), lacks('passkey:write'))
  })

  for (const [form, readHeader] of Object.entries({
    'as is': (key: string) => key,
    'after Bearer': (key: string) => `Bearer ${key}`,
    'after bearer': (key: string) => `bearer   ${key} `,
    'as a Basic username with a colon': (key: string) => `Basic ${btoa(`${key}:`)}`,
    'as a Basic username without a colon': (key: string) => `Basic ${btoa(key)}`,
    'as a Basic username in base64url': (key: string) => `basic ${Buffer.from(`${key}:`).toString('base64url')}`,
  })) {
    test(`an API key is accepted ${form}`, async () => {
      const service = running()
      const { text } = await apiKey(service)
      const body = { username: newName(), grants: ['reg:write'] }
      readBody(await service.post('/mgmt/grant', body, { token: readHeader(text) }))
    })
  }

  test('a user token is accepted as is and after Bearer', async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    for (const token of [jwtAccess, `Bearer ${jwtAccess}`, `BEARER ${jwtAccess}`])
      readBody(await service.ask('GET', '/passkeys', { token }))
  })

  test('an API key that is truncated, changed, or padded is rejected', async () => {
    const service = running()
    const { text } = await apiKey(service)
    const body = { username: newName(), grants: ['reg:write'] }
    const attempt = (token: string) => service.post('/mgmt/grant', body, { token })
    for (let length = 1; length < text.length; length++) {
      assertRejected(await attempt(text.slice(0, length)), keyNotValid)
      const other = text[length] === 'A' ? 'B' : 'A'
      // The last character carries four unused padding bits; all other characters count.
      assertRejected(await attempt(text.slice(0, length) + other + text.slice(length + 1)), keyNotValid)
    }
    for (const odd of [
      `${text}:`,
      `${text}x`,
      `Basic ${text}`,
      `Basic ${btoa(`${text}::`)}`,
      `Basic ${btoa(`x:${text}`)}`,
    ])
      assertRejected(await attempt(odd), keyNotValid)
    for (const none of ['', ' ', 'Bearer', 'Basic', 'Basic  ', `Basic ${btoa('a:b')}`, 'Negotiate YII='])
      assertRejected(await attempt(none), {
        status: 401,
        msg: 'This call needs an API key in the Authorization header',
        msgCode: 'unauthorized',
        reason: 'invalid_api_key',
      })
  })

  test('an API key in the query string is ignored', async () => {
    const service = running()
    const { text } = await apiKey(service)
    const body = { username: newName(), grants: ['reg:write'] }
    for (const name of ['key', 'apiKey', 'api_key', 'authorization', 'Authorization', 'token', 'access_token'])
      assert.equal((await service.post(`/mgmt/grant?${name}=${text}`, body)).status, 401)
  })

  test('a revoked API key stops working immediately', async () => {
    const service = running()
    const { text, key } = await apiKey(service)
    const attempt = () => service.post('/mgmt/grant', { username: newName(), grants: ['reg:write'] }, { token: text })
    readBody(await attempt())
    await revokeApiKey(service.core, service.application, key.id)
    assertRejected(await attempt(), keyNotValid)
    await assert.rejects(revokeApiKey(service.core, service.application, key.id), { code: 'not_found' })
  })

  test("an API key of one application can't access another, wherever the other is named", async () => {
    const service = running()
    const other = await createApplication(service.core, { id: 'other', rpId: 'localhost', origins: [origin] })
    const { text, key } = await apiKey(service, ['reg:write'], other)
    const body = { username: newName(), grants: ['reg:write'] }
    assertRejected(await service.post('/mgmt/grant', body, { token: text }), keyNotValid)
    const host = { host: 'demo.localhost:4300' }
    assertRejected(await service.post('//fido2/v2/mgmt/grant', body, { token: text, headers: host }), keyNotValid)
    const named = await service.post('//fido2/v2/mgmt/grant', { ...body, app: { id: 'demo' } }, { token: text })
    assert.equal(named.status, 400, named.text)
    await assert.rejects(revokeApiKey(service.core, service.application, key.id), { code: 'not_found' })
    readBody(await service.post('//fido2/v2/mgmt/grant', body, { token: text }))
  })

  test('an API key can grant only scopes that it holds', async () => {
    const service = running()
    const { text } = await apiKey(service, ['reg:write', 'user:read'])
    const grant = (grants: unknown) => service.post('/mgmt/grant', { username: newName(), grants }, { token: text })
    assertRejected(await grant(['reg:write', 'passkey:read']), {
      status: 403,
      msg: "This API key doesn't have the scope passkey:read",
      msgCode: 'forbidden',
    })
    for (const grants of [
      ['user:read'],
      ['admin'],
      [],
      [null],
      'reg:write',
      ['reg:write', ''],
      Array(7).fill('reg:write'),
    ])
      assert.equal((await grant(grants)).status, 400, JSON.stringify(grants))
    await assert.rejects(apiKey(service, ['admin']), { code: 'bad_request' })
  })

  test('API keys are stored only as hashes', async () => {
    const service = running()
    const { text } = await apiKey(service)
    const secret = text.split('.')[1]!
    const rows = await service.database.query('select * from api_keys')
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(secret))
  })
})
