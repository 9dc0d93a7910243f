import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, newDevice, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'

const admin = '//admin/v1'
const blocked = `${admin}/applications/demo/blocked-authenticators`
const [known, unknown] = ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'ffffffff-0000-4000-8000-000000000000']
type Model = { id: string; name?: string; iconLight?: string; auth?: boolean; reg?: boolean; metadata?: object }

anyEngine('authenticator administration', (fresh) => {
  const service = useService(fresh)

  async function adminCalls() {
    const { text: token } = await createAdminKey(service())
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

  test('a model that the FIDO metadata lists has its certification, key protection, and status everywhere', async (t) => {
    const { metadata } = service().core
    const reports = [{ status: 'FIDO_CERTIFIED_L1plus', effectiveDate: '2024-02-01' }]
    const stated = { certification: 'L1+', keyProtection: ['hardware', 'tee'], status: 'good', reports } as const
    const names = { aaguid: known, name: 'Listed Key', icon: undefined, iconDark: undefined }
    const findStatement = (aaguid: string) =>
      aaguid === known ? { ...names, ...stated, report: undefined, attestationTypes: [], algorithms: [] } : undefined
    t.mock.method(metadata, 'findStatement', findStatement)
    const ask = await adminCalls()
    const [listed] = readBody<{ authenticators: Model[] }>(
      await ask('GET', `${admin}/authenticators?ids=${known}`),
    ).authenticators
    assert.deepEqual(listed?.metadata, stated)
    readBody(await ask('PUT', `${blocked}/${known}`, { auth: true, reg: false }), 204)
    assert.deepEqual(
      readBody<{ authenticators: Model[] }>(await ask('GET', blocked)).authenticators[0]?.metadata,
      stated,
    )
    readBody(await ask('DELETE', `${blocked}/${known}`), 204)
    const { userId } = await signUpUser(service(), { device: newDevice({ aaguid: known, attestation: 'packed-self' }) })
    const { passkeys } = readBody<{ passkeys: { attestationFormat: string; metadata?: object }[] }>(
      await ask('GET', `${admin}/applications/demo/users/${userId}`),
    )
    assert.deepEqual([passkeys[0]?.attestationFormat, passkeys[0]?.metadata], ['none', stated])
  })

  test('what is no AAGUID is rejected', async () => {
    const ask = await adminCalls()
    const rejection = { status: 400, msg: /`aaguid` must be an AAGUID/, msgCode: 'bad_request' }
    assertRejected(await ask('PUT', `${blocked}/yubikey`, { auth: true, reg: true }), rejection)
    assertRejected(await ask('DELETE', `${blocked}/yubikey`), rejection)
  })
})
