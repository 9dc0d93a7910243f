import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { assertGen1Rejected, gen1Backend, signUpGen1User } from '@thumbturn/service-harness/gen1.ts'
import { origin, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, readClaims } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const readHeader = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }

function isSignedBy(token: string, pem: string): boolean {
  const [head, payload, signature = ''] = token.split('.')
  const key = { key: createPublicKey(pem), dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))
}

const get = (service: Service, path: string) => service.ask('GET', `/${path}`)

anyEngine('shared first-generation hosts', (fresh) => {
  const running = useService(fresh)

  test('on a host shared by several applications, the key of a token is found by its ID alone', async () => {
    const service = running()
    const other = await createApplication(service.core, { id: 'neighbor', rpId: 'localhost', origins: [origin] })
    const backends = [await gen1Backend(service), await gen1Backend(service, { application: other })]
    for (const [place, backend] of backends.entries()) {
      const { jwt = '' } = await signUpGen1User(backend)
      const { kid } = readHeader(jwt)
      for (const path of ['/certs', '/api/certs', '/api/native/certs']) {
        const { status, text } = await get(service, `${path}?kid=${kid}`)
        assert.equal(status, 200, text)
        assert.ok(isSignedBy(jwt, text))
      }
      assert.equal(readClaims(jwt).aud, backend.client_id)
      const elsewhere = backends[1 - place]!.client_id
      const noKey = [404, 'not_found'] as const
      assertGen1Rejected(await get(service, `/certs?kid=${kid}&client_id=${elsewhere}`), noKey)
      assertGen1Rejected(await get(service, `/apps/${elsewhere}/certs?kid=${kid}`), noKey)
      readBody(await service.ask('GET', `//apps/${backend.client_id}/certs?kid=${kid}`))
    }
    assertGen1Rejected(await get(service, '/certs?kid=unknown'), [404, 'not_found'])
  })

  test('on a host shared by several applications, certs and keys without client_id return an error that says so', async () => {
    const service = running()
    await createApplication(service.core, { id: 'further', rpId: 'localhost', origins: [origin] })
    for (const path of ['/certs', '/certs?kid=', '/keys', '/keys?client_id=', '/api/keys'])
      assertGen1Rejected(await get(service, path), [400, 'missing_parameter', /^client_id is missing/])
  })
})

anyEngine('first-generation paths', (fresh) => {
  const running = useService(fresh)
  const prefixes = ['register', 'authenticate', 'credentials', 'codes', 'manage', 'tx', 'certs', 'keys']
  const unknown = [404, 'not_found', /^There is no (GET|POST|PUT|DELETE) \//] as const

  for (const base of ['', '/api', '/api/native', '/apps/demo', '/apps/demo/api']) {
    test(`an unknown path below "${base}/" returns a code and a message for every method`, async () => {
      for (const prefix of prefixes)
        for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
          assertGen1Rejected(await running().ask(method, `/${base}/${prefix}/nothing/here?x=1`), unknown)
    })

    test(`a malformed URL below "${base}/" returns a code and a message`, async () => {
      for (const path of ['/register/%zz', '/authenticate/%E0%A4%A', '/manage/users/%/activate', '/tx/%2'])
        assertGen1Rejected(await running().ask('POST', `/${base}${path}`), [400, 'bad_request'])
    })
  }

  test('an unknown path below /api returns the same format, even to a browser; other paths keep their own format', async () => {
    const service = running()
    const headers = { accept: 'text/html' }
    for (const path of ['/api/nothing', '/api/native', '/api/native/nothing', '/apps/demo/api/nothing'])
      assertGen1Rejected(await service.ask('GET', `/${path}`, { headers }), unknown)
    assertGen1Rejected(await service.ask('GET', '//register/fido2/init'), [405, 'method_not_allowed'])
    for (const path of ['/nothing', '/registers/x', '/fido2/v2/nothing', '/apps/demo/fido2/v2/register'])
      assertRejected(await get(service, path), {
        status: 404,
        msg: /^There is no GET/,
        msgCode: 'not_found',
        reason: 'unknown_path',
      })
    assertRejected(await get(service, '/fido2/v2/%zz'), { status: 400, msg: /./, msgCode: 'bad_request' })
  })

  for (const type of ['authid', 'identity', 'socure']) {
    test(`every path of ${type} exists and returns an error: users can't authenticate with it`, async () => {
      const service = running()
      const backend = await gen1Backend(service)
      const body = { username: 'ada', credential_uuid: null }
      const rejected = [400, 'missing_authentication_method', new RegExp(`with ${type} here`)] as const
      for (const [scope, path] of [
        ['credentials.add', `/credentials/${type}/init`],
        ['credentials.add', `/credentials/${type}/init/code`],
        ['credentials.force_add', `/credentials/${type}/init/force`],
        ['auth.login', `/authenticate/${type}/init`],
      ] as const) {
        assertGen1Rejected(await backend.call(scope, path, body), rejected)
        assertGen1Rejected(await backend.open(path, body), [401, 'unauthorized'])
      }
      for (const noun of ['credentials', 'authenticate'])
        assertGen1Rejected(await backend.open(`/api/${noun}/${type}/complete`, body), rejected)
      const unknownToo = [404, rejected[1], rejected[2]] as const
      for (const base of ['', '/api', '/api/native', '/apps/demo'])
        for (const path of ['evaluate', 'init/nothing', 'x?y=z', ''])
          for (const noun of ['credentials', 'authenticate'])
            assertGen1Rejected(await backend.open(`${base}/${noun}/${type}/${path}`, body), unknownToo)
    })
  }

  test('an error that occurs while a rejected call is counted has the format of the first generation', async (t) => {
    const service = running()
    t.mock.method(service.core.rejectedCalls, 'count', () => {
      throw new Error('no memory')
    })
    const { status, body } = await service.ask('POST', '//register/password', { body: {} })
    assert.equal(status, 500)
    assert.deepEqual(Object.keys(body as object).includes('msgCode'), false)
  })
})
