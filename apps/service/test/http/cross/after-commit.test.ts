// Stored changes are answered with success: after the last commit of a call, nothing can fail it any more. Otherwise, the
// caller of a flow would get an error, and couldn't repeat what was spent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { gen1Backend, signUpGen1User } from '@thumbturn/service-harness/gen1.ts'
import { assertion, codeAt, readCompletedFlow, startMfa, step, withSettings } from '@thumbturn/service-harness/mfa.ts'
import { type Answer, type Clock, clockAt, type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  newDevice,
  newName,
  readBody,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { Outage } from '../../../src/core/errors.ts'
import type { Store } from '../../../src/core/ports/store.ts'
import type { Write } from '../../../src/core/writes.ts'

/** Whether the next commit is the last thing that works, and whether it has happened. */
type Failure = { isArmed: boolean; isDown: boolean }

/** Before anything else, the first generation spends the token with which a backend signed a call. */
const spendsToken = (writes: unknown) => (writes as Write[]).every((write) => 'spendNonce' in write)

const failingStore = <Part extends object>(part: Part, failure: Failure): Part =>
  new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value === 'object' && value !== null) return failingStore(value, failure)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        if (failure.isDown) throw new Outage('down after the commit')
        const result: unknown = await value.apply(target, given)
        const isLast = (name === 'commit' && !spendsToken(given[0])) || name === 'add'
        failure.isDown = failure.isArmed && isLast && result !== 'session_spent'
        return result
      }
    },
  })

const failingClock = (clock: Clock, failure: Failure): Clock => ({
  ...clock,
  now() {
    if (failure.isDown) throw new Error('no clock after the commit')
    return clock.now()
  },
})

/** Prepares a call, and returns it. */
type Prepare = (service: Service) => Promise<() => Promise<Answer>>

const addContactCredential =
  (kind: 'phone' | 'email', contact: object): Prepare =>
  async (service) => {
    const backend = await gen1Backend(service)
    const { username } = await signUpGen1User(backend)
    return () => backend.call('credentials.force_add', `/credentials/${kind}/init/force`, { username, ...contact })
  }

const calls: Readonly<Record<string, Prepare>> = {
  async 'POST /reg/complete'(service) {
    const { session, registrationRequestOptions } = await startRegistration(service, newName())
    const creationResult = newDevice().create(registrationRequestOptions!)
    return () => service.post('/reg/complete', { session, creationResult })
  },
  async 'POST /auth/complete'(service) {
    const { device, username } = await signUpUser(service)
    const { session, assertionOptions } = await startSignIn(service, username)
    return () => service.post('/auth/complete', { session, assertionResult: device.get(assertionOptions) })
  },
  async 'POST /tx/complete'(service) {
    const { device, username } = await signUpUser(service)
    const started = await startTransaction(service, username)
    return () => service.post('/tx/complete', transactionAnswer(device, started))
  },
  async 'POST /auth/otp/verify'(service) {
    const { username, jwtAccess } = await signUpUser(service)
    const { code } = readBody<{ code: string }>(await service.ask('POST', '/auth/otp', { token: jwtAccess }))
    return () => service.post('/auth/otp/verify', { app, authCode: code, user: { username } })
  },
  async 'POST /mfa/otp/request'(service) {
    const started = await startMfa(service, newName())
    return () => step(service, started)('otp/request', { method: 'email' })
  },
  async 'POST /mfa/otp/verify'(service) {
    const username = newName()
    const asked = readBody<{ session: string }>(
      await step(service, await startMfa(service, username))('otp/request', { method: 'email' }),
    )
    const otp = await codeAt(service, username)
    return () => step(service, asked)('otp/verify', { otp })
  },
  async 'POST /mfa/passkey/auth'(service) {
    const { device, username } = await signUpUser(service)
    const started = await startMfa(service, username)
    return () => step(service, started)('passkey/auth', assertion(device, started))
  },
  async 'POST /mfa/refresh'(service) {
    const { device, username } = await signUpUser(service)
    const started = await startMfa(service, username)
    const { refreshToken } = readCompletedFlow(await step(service, started)('passkey/auth', assertion(device, started)))
    return () => service.post('//fido2/v2/mfa/refresh', { refreshToken })
  },
  async 'POST /manage/users'(service) {
    const backend = await gen1Backend(service)
    return () => backend.manage('users.create', 'POST /manage/users', { username: newName() })
  },
  'POST /credentials/phone/init/force': addContactCredential('phone', { phone_number: '+4915212345678' }),
  'POST /credentials/email/init/force': addContactCredential('email', { email: 'ada.lovelace@example.org' }),
}

anyEngine('calls after their commit', (fresh) => {
  const failure: Failure = { isArmed: false, isDown: false }
  const wrap = (store: Store) => failingStore(store, failure)
  const running = useService(fresh, { wrap, clock: failingClock(clockAt(), failure) })

  for (const [name, prepare] of Object.entries(calls))
    test(`${name} succeeds if database and clock fail after its commit`, async (t) => {
      const service = running()
      const flows = { refreshTokens: true, otpToUsername: true, mfaPolicy: 'passkey-or-otp' }
      await withSettings(service, t, { ...flows, crossAuthMethods: ['otp'] })
      const call = await prepare(service)
      failure.isArmed = true
      const response = await call()
      const wasDown = failure.isDown
      failure.isArmed = false
      failure.isDown = false
      assert.ok(wasDown, 'the call committed nothing')
      const isNext = response.status === 401 && name.startsWith('POST /mfa/')
      assert.ok(response.status === 200 || isNext, `${response.status} ${response.text}`)
      if (isNext) assert.ok(readBody<{ session?: string }>(response, 401).session)
    })
})
