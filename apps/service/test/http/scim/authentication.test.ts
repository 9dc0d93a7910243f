import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { adminApi, currentApi, type Route } from '@thumbturn/contract'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { startAlone } from '@thumbturn/service-harness/nodes.ts'
import { askScim, assertScimError, type Directory, newDirectory, userBody } from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { apiKey, newName, readBody } from '@thumbturn/service-harness/situations.ts'
import { revokeApiKey } from '../../../src/core/use-cases/applications/keys.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

anyEngine('the credential of a directory', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  before(async () => {
    directory = await newDirectory(service())
  })

  const read = (token?: string) => askScim(service(), 'GET /Users', token === undefined ? {} : { token })

  test('is an API key as a bearer token, or as the password of any user name', async () => {
    const { key } = directory
    for (const token of [`Bearer ${key}`, `bearer ${key}`, basic(`okta:${key}`), basic(`:${key}`), basic(`${key}:`)])
      assert.equal((await read(token)).status, 200, token)
  })

  test('is rejected if it is missing, wrong, revoked, or of another application', async () => {
    const { text: elsewhere } = await apiKey(service(), ['profile:read', 'profile:write'])
    const revoked = await newDirectory(service())
    await revokeApiKey(
      service().core,
      (await service().core.applications.findFresh('thumbturn'))!,
      revoked.key.slice(4, 20),
    )
    const wrong = `${directory.key.slice(0, -3)}AAA`
    const rejected = [undefined, '', 'Basic', basic('a:b'), `Bearer ${wrong}`, basic(`${directory.key}:${wrong}`)]
    for (const token of [...rejected, `Bearer ${elsewhere}`, `Bearer ${revoked.key}`]) {
      const answer = await read(token)
      assertScimError(answer, { status: 401, detail: /API key/ })
      assert.match(String(answer.headers['www-authenticate']), /^Basic realm="[^"]+", Bearer/)
    }
  })

  test('reads with profile:read and writes with profile:write', async () => {
    const reader = await newDirectory(service(), ['profile:read'])
    const writer = await newDirectory(service(), ['profile:write'])
    const admin = await newDirectory(service(), ['admin'])
    readBody(await reader.ask('GET', '/Users'))
    const lacks = (scope: string) => ({ status: 403, detail: new RegExp(`lacks the scope ${scope}`) })
    assertScimError(await reader.ask('POST', '/Users', userBody(newName())), lacks('profile:write'))
    assertScimError(await reader.ask('POST', '/Bulk', {}), lacks('profile:write'))
    assertScimError(await writer.ask('GET', '/Users'), lacks('profile:read'))
    assertScimError(await writer.ask('POST', '/Users/.search', {}), lacks('profile:read'))
    assertScimError(await admin.ask('GET', '/Users'), lacks('profile:read'))
    await writer.createUser()
  })

  test('allows nothing but SCIM', async () => {
    const keyed = ['apiKey', 'userOrApiKey', 'admin']
    const routes = [currentApi, adminApi].flatMap(({ basePath, routes }) =>
      Object.values<Route>(routes).map((route) => ({
        ...route,
        url: `${basePath.startsWith('/admin') ? '' : '/apps/thumbturn'}${basePath}${route.path}`,
      })),
    )
    const checked = routes.filter(({ access }) => keyed.includes(access.kind))
    assert.ok(checked.length > 80)
    for (const { method, url } of checked) {
      const path = `/${url.replaceAll(/\{\w+\}/g, 'thumbturn')}`
      const answer = await service().ask(method, path, { token: directory.key })
      assert.ok([401, 403].includes(answer.status), `${method} ${path}: ${answer.text}`)
    }
  })
})

anyEngine('calls of a directory', (fresh) => {
  test('are limited, and rejected ones are counted', async (t) => {
    const service = await startAlone(t, fresh, { limits: { store: 'memory', factor: 0.05 } })
    let last = await askScim(service, 'GET /Users')
    for (let call = 0; call < 200 && last.status === 401; call++) last = await askScim(service, 'GET /Users')
    assertScimError(last, { status: 429, detail: /Too many calls/ })
    assert.ok(Number(last.headers['retry-after']) > 0)
    assert.deepEqual(service.core.rejectedCalls.take().get('thumbturn'), { credentials: 150, limited: 1 })
  })
})
