import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'

anyEngine('a method that an address has no route for', (fresh) => {
  const service = useService(fresh)

  for (const [method, path, allow, body] of [
    [
      'GET',
      '/fido2/v2/reg/init',
      'OPTIONS, POST',
      { msg: '/fido2/v2/reg/init has no GET: use POST', msgCode: 'method_not_allowed' },
    ],
    [
      'POST',
      '/apps/demo/fido2/v2/passkeys/3c0f8a?x=1',
      'DELETE, OPTIONS, PUT',
      { msg: '/apps/demo/fido2/v2/passkeys/3c0f8a has no POST: use DELETE or PUT', msgCode: 'method_not_allowed' },
    ],
    [
      'DELETE',
      '/admin/v1/applications',
      'GET, HEAD, POST',
      { msg: '/admin/v1/applications has no DELETE: use GET or POST', msgCode: 'method_not_allowed' },
    ],
    [
      'GET',
      '/fido2/v2/proxy/auth/init',
      'POST',
      { msg: '/fido2/v2/proxy/auth/init has no GET: use POST', msgCode: 'method_not_allowed' },
    ],
    [
      'PUT',
      '/register/fido2/init',
      'OPTIONS, POST',
      { code: 'method_not_allowed', message: '/register/fido2/init has no PUT: use POST' },
    ],
    [
      'PUT',
      '/openid/token',
      'OPTIONS, POST',
      { error: 'invalid_request', error_description: '/openid/token has no PUT: use POST' },
    ],
  ] as const)
    test(`${method} ${path} gets 405 with the methods that it has`, async () => {
      const response = await service().ask(method, `/${path}`)
      assert.deepEqual([response.status, response.headers.allow], [405, allow])
      assert.deepEqual(response.body, body)
      assert.match(String(response.headers['x-trace-id']), /./)
    })

  test('a word in a path that another method has a route for is still the value of its parameter', async () => {
    const { status, headers } = await service().ask('GET', '//admin/v1/applications/demo/users/find')
    assert.deepEqual([status, headers.allow], [401, undefined])
  })
})
