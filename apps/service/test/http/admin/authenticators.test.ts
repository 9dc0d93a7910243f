import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { createApiKey } from '../../../src/core/model/applications/keys.ts'
import { ensureOwnApplication } from '../../../src/core/model/applications/own.ts'

const admin = '//admin/v1'
const blocked = `${admin}/applications/demo/blocked-authenticators`
const [known, unknown] = ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'ffffffff-0000-4000-8000-000000000000']
type Model = { id: string; name?: string; iconLight?: string; auth?: boolean; reg?: boolean }

anyEngine('authenticator administration', (fresh) => {
  const service = useService(fresh)

  async function adminCalls() {
    const own = await ensureOwnApplication(service().core, 'http://localhost:4300')
    const { text: token } = await createApiKey(service().core, own, { name: 'admin', scopes: ['admin'] })
    return async (method: string, path: string, body?: object) => service().ask(method, path, { token, body })
  }

  test('models are found by a part of their names, and by AAGUIDs in any spelling', async () => {
    const ask = await adminCalls()
    const read = async (query: string) =>
      readBody<{ authenticators: Model[] }>(await ask('GET', `${admin}/authenticators?${query}`)).authenticators
    const [found] = await read('name=ICLOUD')
    assert.deepEqual(
      [found?.id, found?.name, found?.iconLight?.slice(0, 11)],
      [known, 'iCloud Keychain', 'data:image/'],
    )
    assert.equal((await read('limit=3')).length, 3)
    const named = await read(`ids=${known.toUpperCase()},${unknown},nonsense`)
    assert.deepEqual(
      named.map(({ id }) => id),
      [known],
    )
  })

  test('a model is blocked for one kind of ceremony, then for another, and unblocked', async () => {
    const ask = await adminCalls()
    const list = async () => readBody<{ authenticators: Model[] }>(await ask('GET', blocked)).authenticators
    readBody(await ask('PUT', `${blocked}/${known}`, { auth: false, reg: true }), 204)
    readBody(await ask('PUT', `${blocked}/${unknown}`, { auth: true, reg: true }), 204)
    const [first, second] = await list()
    assert.deepEqual([first?.id, first?.name, first?.auth, first?.reg], [known, 'iCloud Keychain', false, true])
    assert.deepEqual(second, { id: unknown, auth: true, reg: true })
    readBody(await ask('PUT', `${blocked}/${known}`, { auth: true, reg: false }), 204)
    assert.deepEqual([(await list())[0]?.auth, (await list())[0]?.reg], [true, false])
    for (const id of [known, unknown]) readBody(await ask('DELETE', `${blocked}/${id}`), 204)
    assert.deepEqual(await list(), [])
  })

  test('what is no AAGUID is rejected', async () => {
    const ask = await adminCalls()
    const rejection = { status: 400, msg: /"yubikey" is no AAGUID/, msgCode: 'bad_request' }
    assertRejected(await ask('PUT', `${blocked}/yubikey`, { auth: true, reg: true }), rejection)
    assertRejected(await ask('DELETE', `${blocked}/yubikey`), rejection)
  })
})
