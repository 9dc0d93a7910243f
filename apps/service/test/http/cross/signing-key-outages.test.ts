import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FreshDatabase } from '@thumbturn/service-harness/databases.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { completed, withSettings } from '@thumbturn/service-harness/mfa.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  newDevice,
  newName,
  readBody,
  signUpUser,
  startRegistration,
  startSignIn,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { Outage } from '../../../src/core/errors.ts'
import type { Store } from '../../../src/core/ports/store.ts'

eachEngine('an outage that begins with the read of the signing keys', (fresh: FreshDatabase) => {
  let isFailing = false
  const wrap = (store: Store): Store => {
    const signingKeys = (id: string) =>
      isFailing ? Promise.reject(new Outage('The database cannot be used')) : store.applications.signingKeys(id)
    return { ...store, applications: { ...store.applications, signingKeys } }
  }
  const running = useService(fresh, { wrap })

  /** Fails a call while the keys can't be read, requires that nothing was stored, and repeats it afterward. */
  async function repeatAfterOutage(path: string, body: object): Promise<Tokens> {
    const { database, ...service } = running()
    // The keys of the last minute are kept.
    service.clock.advance(61_000)
    await service.ask('GET', '//health')
    const before = await stored(database)
    isFailing = true
    assert.equal((await service.post(path, body)).status, 503)
    isFailing = false
    assert.deepEqual(await stored(database), before)
    return readBody<Tokens>(await service.post(path, body))
  }

  test('a sign-up stores nothing, and succeeds when it is repeated', async () => {
    const [username, device] = [newName(), newDevice()]
    const { session, registrationRequestOptions } = await startRegistration(running(), username)
    const creationResult = device.create(registrationRequestOptions)
    assert.ok((await repeatAfterOutage('/reg/complete', { session, creationResult })).jwtAccess)
  })

  test('a sign-in stores nothing, and succeeds when it is repeated', async () => {
    const { username, device } = await signUpUser(running())
    const { session, assertionOptions } = await startSignIn(running(), username)
    const assertionResult = device.get(assertionOptions)
    assert.ok((await repeatAfterOutage('/auth/complete', { session, assertionResult })).jwtAccess)
  })

  test('a refresh token is not rejected, and succeeds when it is repeated', async (t) => {
    await withSettings(running(), t, { refreshTokens: true })
    const { done } = await completed(running())
    assert.ok(await repeatAfterOutage('/mfa/refresh', { refreshToken: done.refreshToken }))
  })
})
