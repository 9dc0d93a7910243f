import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertDead, backend as management, unknown } from '@thumbturn/service-harness/backend.ts'
import { useCodes } from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { startNodes } from '@thumbturn/service-harness/nodes.ts'
import { origin, type Service } from '@thumbturn/service-harness/service.ts'
import {
  type Account,
  issueEverything,
  listAccepted,
  signInMethods,
  signUpWithEveryMethod,
} from '@thumbturn/service-harness/sign-in-methods.ts'
import {
  assertRejected,
  newName,
  readBody,
  readClaims,
  signIn,
  signUpUser,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

/** Operations that end everything issued to a user before. */
type SigningOut = { what: string; signOut(account: Account): Promise<void> }

const replaced = { password: 'staple of another kind', password_confirmation: 'staple of another kind' }

async function adminAsks(service: Service) {
  const { text: token } = await createAdminKey(service)
  return (path: string) => service.ask('POST', `//admin/v1/applications/${path}`, { token })
}

const signingOut: readonly SigningOut[] = [
  {
    what: 'a sign-out by a backend',
    async signOut({ service, userId }) {
      const { ask } = await management(service)
      readBody(await ask('POST', `/users/${userId}/sign-out`), 204)
    },
  },
  {
    what: 'a sign-out by an operator',
    async signOut({ service, userId }) {
      const ask = await adminAsks(service)
      readBody(await ask(`demo/users/${userId}/sign-out`), 204)
    },
  },
  {
    what: 'a password set by a backend',
    async signOut({ backend, username }) {
      readBody(await backend.call('credentials.force_add', '/credentials/password/force', { username, ...replaced }))
    },
  },
  {
    what: 'a password set by a recovery code',
    async signOut({ backend, username }) {
      const made = await backend.call('credentials.add_recovery', '/credentials/recovery-code', { username })
      const authentication_code = { code: readBody<{ code: string }>(made).code, type: 'recovery' }
      const body = { username, authentication_code, ...replaced }
      readBody(await backend.call('credentials.replace', '/credentials/password/recover', body))
    },
  },
  {
    what: 'a credential revoked by a backend',
    async signOut({ backend, username }) {
      const listed = readBody<{ credentials: { uuid: string; type: string }[] }>(
        await backend.call('credentials.list', '/credentials/list', { username }),
      )
      const { uuid } = listed.credentials.find(({ type }) => type === 'password')!
      readBody(await backend.call('credentials.revoke', '/credentials/revoke', { username, credential: { uuid } }))
    },
  },
  {
    what: 'a deactivation, even after reactivation,',
    async signOut({ backend, userId }) {
      readBody(await backend.manage('users.deactivate', `PUT /manage/users/${userId}/deactivate`))
      readBody(await backend.manage('users.activate', `PUT /manage/users/${userId}/activate`))
    },
  },
]

/** Ending every sign-in of a user. The clock stands still, so old and new tokens have the same `iat`. */
eachEngine('sign-outs', (fresh) => {
  const running = useCodes(fresh, signInMethods)

  test('everything issued to a user works until the user is signed out', async () => {
    const issued = await issueEverything(await signUpWithEveryMethod(running(), newName()))
    assert.deepEqual(
      await listAccepted(issued),
      issued.map(({ what }) => what),
    )
  })

  for (const { what, signOut } of signingOut) {
    test(`${what} ends everything issued before, and nothing issued later in the same second`, async () => {
      const service = running()
      const account = await signUpWithEveryMethod(service, newName())
      const issued = await issueEverything(account)
      await signOut(account)
      assert.deepEqual(await listAccepted(issued), [])
      await assertDead(service, account.jwtAccess)

      const again = readBody<Tokens>(await signIn(service, account))
      assert.equal(readClaims(again.jwtAccess).iat, readClaims(account.jwtAccess).iat)
      const later = await issueEverything({ ...account, ...again })
      assert.deepEqual(
        await listAccepted(later),
        later.map(({ what }) => what),
      )
    })
  }

  test('a user signed out on one node is signed out on every other immediately, with one event', async (t) => {
    const { near, far } = await startNodes(t, fresh, signInMethods)
    const account = await signUpWithEveryMethod(far, newName())
    const issued = await issueEverything(account)
    const { ask, keyId } = await management(near)
    readBody(await ask('POST', `/users/${account.userId}/sign-out`), 204)
    assert.deepEqual(await listAccepted(issued), [])
    const events = await near.core.store.events.list('demo', 1_000)
    const observed = events.filter(({ type }) => type === 'fido2.user.signed_out')
    assert.deepEqual(
      observed.map(({ userId, detail }) => ({ userId, detail })),
      [{ userId: account.userId, detail: { key: keyId } }],
    )
  })

  test("a user of another application and a user that doesn't exist are unknown", async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { ask } = await management(service)
    assertRejected(await ask('POST', '/users/unknown/sign-out'), unknown('user'))
    const other = await createApplication(service.core, { id: 'neighbor', rpId: 'localhost', origins: [origin] })
    const neighbor = await management(service, other)
    assertRejected(await neighbor.ask('POST', `/users/${userId}/sign-out`), unknown('user'))
    const admin = await adminAsks(service)
    assertRejected(await admin('demo/users/unknown/sign-out'), unknown('user'))
    const msg = /There is no application/
    assertRejected(await admin(`nothing/users/${userId}/sign-out`), { status: 404, msg, msgCode: 'not_found' })
  })

  test('sign-ins that complete during a sign-out keep no token from before it', async () => {
    const service = running()
    const account = await signUpWithEveryMethod(service, newName())
    const { ask } = await management(service)
    const signIns = Array.from({ length: 16 }, () => signIn(service, account))
    readBody(await ask('POST', `/users/${account.userId}/sign-out`), 204)
    const user = await service.core.store.users.find('demo', account.userId)
    const listings = (await Promise.all(signIns)).map(async ({ status, body }) => {
      if (status !== 200) return
      const { jwtAccess } = body as Tokens
      const current = (readClaims(jwtAccess).epoch ?? 0) === user?.tokenEpoch
      const listed = await service.ask('GET', '/passkeys', { token: jwtAccess })
      assert.equal(listed.status, current ? 200 : 401)
    })
    await Promise.all(listings)
  })
})
