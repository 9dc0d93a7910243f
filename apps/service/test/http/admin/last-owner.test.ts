import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, memberToken, newMember, own, owner } from '@thumbturn/service-harness/members.ts'
import { startAlone } from '@thumbturn/service-harness/nodes.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { Backend } from '../../../src/core/use-cases/applications/backend.ts'
import { ensureOwnApplication } from '../../../src/core/use-cases/applications/own.ts'
import { deleteAnyPasskey } from '../../../src/core/use-cases/passkeys/manage.ts'
import { setUserStatus } from '../../../src/core/use-cases/users/administer.ts'
import { deleteAllPasskeys, deleteUser } from '../../../src/core/use-cases/users/manage.ts'

const lastOwner = { status: 409, msg: /the last owner/, msgCode: 'last_owner' }
const isLastOwner = (error: unknown) => error instanceof AppError && error.code === 'last_owner'

type Target = { backend: Backend; userId: string }

/** Everything that takes an owner's access away besides a change of members. */
const endings: Readonly<Record<string, (service: Service, target: Target) => Promise<unknown>>> = {
  'deleting the user': ({ core }, target) => deleteUser(core, target),
  'deactivating the user': ({ core }, target) => setUserStatus(core, target, 'inactive'),
  'deleting all passkeys': ({ core }, target) => deleteAllPasskeys(core, target),
  'revoking the only passkey': async ({ core }, { backend, userId }) => {
    const [passkey] = await core.store.passkeys.listByUser('thumbturn', userId)
    await deleteAnyPasskey(core, { backend, passkeyId: passkey!.id })
  },
}

eachEngine('the last owner', (fresh) => {
  for (const [name, end] of Object.entries(endings))
    test(`keeps access despite ${name}, also if two owners lose it at the same time`, async (t) => {
      const service = await startAlone(t, fresh)
      const backend: Backend = {
        application: await ensureOwnApplication(service.core, 'http://localhost:4300'),
        keyId: 'test',
      }
      const endFor = ({ member }: Dashboard) => end(service, { backend, userId: member.id })
      const ada = await newMember(service)
      await newMember(service, [{ ...owner, role: 'developer' }])
      await assert.rejects(endFor(ada), isLastOwner)

      const grace = await newMember(service)
      const ended = await Promise.allSettled([endFor(ada), endFor(grace)])
      const rejected = ended.filter((one) => one.status === 'rejected')
      assert.equal(rejected.length, 1, String(rejected.map(({ reason }) => reason.stack)))
      assert.ok(isLastOwner(rejected[0]!.reason))
      const left = ended[0]!.status === 'rejected' ? ada : grace
      readBody(await left.ask('GET', '/members'))
      const lower = { body: { roles: [{ ...owner, role: 'viewer' }] } }
      assertRejected(await left.ask('PATCH', `/members/${left.member.id}`, lower), lastOwner)
    })

  test('deletes neither their account nor their only passkey with an access token', async (t) => {
    const service = await startAlone(t, fresh)
    const { device, member } = await newMember(service)
    const token = await memberToken(service, { device })
    const [passkey] = readBody<{ id: string }[]>(await service.ask('GET', `${own}/passkeys`, { token }))
    const forbidden = { ...lastOwner, status: 403, msgCode: 'forbidden' }
    const remove = (path: string) => service.ask('DELETE', `${own}/${path}`, { token })
    assertRejected(await remove(`passkeys/${passkey!.id}`), forbidden)
    assertRejected(await remove(`profile/${member.id}`), forbidden)
    await newMember(service)
    readBody(await remove(`passkeys/${passkey!.id}`), 204)
  })
})
