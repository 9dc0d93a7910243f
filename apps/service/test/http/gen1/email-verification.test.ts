import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listContacts, profile, sentCode, useCodes } from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { assertGen1Rejected, gen1Backend, tokenNotAllowed, userNotFound } from '@thumbturn/service-harness/gen1.ts'
import { newName, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'

const notSent = [400, 'email_verification_not_sent', 'Failed to dispatch email verification.'] as const
const scope = 'users.email_verification_dispatch'

anyEngine('first-generation email verification', (fresh) => {
  const running = useCodes(fresh)
  const situation = async (username = newName('mail')) => {
    const service = running()
    const backend = await gen1Backend(service)
    const { userId } = await signUpUser(service, { username })
    const dispatch = (method = 'POST', id = userId, claims: object = {}) =>
      backend.manage([scope, claims], `${method} /manage/users/${id}/email-verification/dispatch`)
    const verify = async (address: string) =>
      service.post('/profile/email/verify', { username, authCode: await sentCode(service, address) })
    const emails = () => listContacts(service, userId)
    return { service, backend, username, userId, dispatch, verify, emails }
  }

  for (const method of ['POST', 'PUT']) {
    test(`with ${method}, an unverified address gets a code that verifies it, and is not asked for a code again`, async () => {
      const { service, userId, dispatch, verify, emails } = await situation()
      const address = `waiting-${method.toLowerCase()}@example.com`
      readBody(await (await profile(service)).setEmail(userId, address), 204)
      readBody(await dispatch(method), 204)
      readBody(await verify(address), 204)
      assert.deepEqual(await emails(), [{ kind: 'email', address, verified: true }])
      assertGen1Rejected(await dispatch(method), notSent)
    })
  }

  test('a user without an email address gets the code at the address used as username', async () => {
    const address = 'is-the-username@example.com'
    const { dispatch, verify, emails } = await situation(address)
    readBody(await dispatch(), 204)
    assert.deepEqual(await emails(), [{ kind: 'email', address, verified: false }])
    readBody(await verify(address), 204)
    assert.deepEqual(await emails(), [{ kind: 'email', address, verified: true }])
  })

  test("an unknown user, another user, a deactivated user, and a username that isn't an email address get no code", async () => {
    const { backend, userId, dispatch, emails } = await situation('no address at all')
    assertGen1Rejected(await dispatch(), notSent)
    assertGen1Rejected(await dispatch('POST', 'unknown'), userNotFound)
    assertGen1Rejected(await dispatch('POST', userId, { username: newName() }), tokenNotAllowed)
    const inactive = await situation('inactive@example.com')
    readBody(await backend.manage('users.deactivate', `PUT /manage/users/${inactive.userId}/deactivate`))
    assertGen1Rejected(await inactive.dispatch(), notSent)
    assert.deepEqual([await emails(), await inactive.emails()], [[], []])
  })
})
