import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  createAdminKey,
  fromDashboard,
  memberToken,
  newMember,
  own,
  owner,
} from '@thumbturn/service-harness/members.ts'
import { startService, useService } from '@thumbturn/service-harness/service.ts'
import { readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { revokeApiKey } from '../../../src/core/use-cases/applications/keys.ts'
import { retireSigningKey, rotateSigningKey } from '../../../src/core/use-cases/applications/signing-keys.ts'

type OpenRequest = { finish(): Promise<{ status: number | undefined; msgCode: string | undefined }> }

/** Tests calls whose body arrives long after their headers, over real connections. */
anyEngine('a call with a slow body', (fresh) => {
  const secret = randomBytes(32)
  const running = useService(fresh, { secret })
  let port: number
  before(async () => {
    const { server } = running()
    await server.listen({ port: 0, host: '127.0.0.1' })
    port = (server.server.address() as AddressInfo).port
  })

  /** Sends the headers; `finish` sends the body more than a second later. */
  async function start(
    path: string,
    { method = 'POST', headers, body }: { method?: string; headers: object; body: object },
  ): Promise<OpenRequest> {
    const text = JSON.stringify(body)
    const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const request = send({ agent: false, port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } })
    const responded = new Promise<IncomingMessage>((resolve, reject) =>
      request.once('response', resolve).once('error', reject),
    )
    const arrived = once(running().server.server, 'request')
    request.flushHeaders()
    await arrived
    // The guard reads a few rows.
    await pause(200)
    return {
      async finish() {
        running().clock.advance(1_001)
        request.end(text)
        const response = await responded
        const received = Buffer.concat(await response.toArray()).toString()
        return { status: response.statusCode, msgCode: received === '' ? undefined : JSON.parse(received).msgCode }
      },
    }
  }

  const inviting = { roles: [owner] }

  test('is made if the caller may still make it', async () => {
    const { cookie, csrfToken } = await newMember(running())
    const headers = { ...fromDashboard, cookie, 'x-csrf-token': csrfToken }
    const call = await start('/admin/v1/invitations', { headers, body: inviting })
    assert.equal((await call.finish()).status, 200)
  })

  test('is rejected if the member was removed or lost the role in between, and changes nothing', async () => {
    const ada = await newMember(running())
    const listed = async () =>
      readBody<{ invitations: unknown[] }>(await ada.ask('GET', '/invitations')).invitations.length
    const open = await listed()
    const endings = [
      { status: 401, end: (id: string) => ada.ask('DELETE', `/members/${id}`) },
      {
        status: 403,
        end: (id: string) => ada.ask('PATCH', `/members/${id}`, { body: { roles: [{ ...owner, role: 'viewer' }] } }),
      },
    ]
    for (const { status, end } of endings) {
      const { cookie, csrfToken, member } = await newMember(running())
      const headers = { ...fromDashboard, cookie, 'x-csrf-token': csrfToken }
      const call = await start('/admin/v1/invitations', { headers, body: inviting })
      assert.ok((await end(member.id)).status < 300)
      assert.equal((await call.finish()).status, status)
    }
    assert.equal(await listed(), open)
  })

  test('is rejected if its API key was revoked in between', async () => {
    const { application, key, text } = await createAdminKey(running())
    const call = await start('/admin/v1/invitations', { headers: { authorization: text }, body: inviting })
    await revokeApiKey(running().core, application, key.id)
    assert.deepEqual(await call.finish(), { status: 401, msgCode: 'unauthorized' })
  })

  test('is rejected if its user was signed out in between', async () => {
    const ada = await newMember(running())
    const token = await memberToken(running(), ada)
    const [passkey] = readBody<{ id: string }[]>(await running().ask('GET', `${own}/passkeys`, { token }))
    const headers = { authorization: `Bearer ${token}` }
    const path = `/apps/thumbturn/fido2/v2/passkeys/${passkey!.id}`
    const call = await start(path, { method: 'PUT', headers, body: { name: 'New name' } })
    await running().core.store.commit([{ signOutUser: { appId: 'thumbturn', userId: ada.member.id } }])
    assert.equal((await call.finish()).status, 401)
  })

  test('is rejected if another node retired the key that signed its token in between', async (t) => {
    const { database, clock } = running()
    const far = await startService({ databaseUrl: database.url, secret, clock })
    t.after(() => far.close())
    const { jwtAccess } = await signUpUser(running())
    const [{ id }] = readBody<[{ id: string }]>(await running().ask('GET', '/passkeys', { token: jwtAccess }))
    const { kid } = JSON.parse(Buffer.from(jwtAccess.split('.')[0]!, 'base64url').toString())
    const call = await start(`/apps/demo/fido2/v2/passkeys/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${jwtAccess}` },
      body: { name: 'New name' },
    })
    await rotateSigningKey(far.core, far.application, { alg: 'ES256', by: 'test' })
    await retireSigningKey(far.core, far.application, { kid, by: 'test' })
    assert.equal((await call.finish()).status, 401)
  })
})
