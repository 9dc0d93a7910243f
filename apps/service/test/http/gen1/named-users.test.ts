import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentCode, useCodes } from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AssertionInit,
  type AttestationInit,
  asserted,
  assertGen1Rejected,
  attested,
  type Gen1Backend,
  gen1Backend,
  newKeys,
  notAuthenticated,
  type RegisteredUser,
  signedJwt,
  signUpGen1User,
  toPem,
} from '@thumbturn/service-harness/gen1.ts'
import { confirmTransaction } from '@thumbturn/service-harness/generations.ts'
import { type Service, stored } from '@thumbturn/service-harness/service.ts'
import { createTransactionInput, newDevice, newName, readBody } from '@thumbturn/service-harness/situations.ts'
import { deriveTotpSecret, generateTotp, toTotpStep } from '../../../src/core/flows/credentials/totp.ts'

type Someone = Pick<RegisteredUser, 'username' | 'user' | 'device'>
type Situation = { service: Service; backend: Gen1Backend; bob: Someone }
/** A completing call for Bob: its path, its body without any user, and its user. */
type CompletingCall = {
  path: string
  body: object
  user?: { username: string; id: string }
  requiresUsername?: boolean
}

let numbers = 0
const newNumber = () => `+49157${20_000_000 + ++numbers}`

/** Every operation that starts for a user and completes without a token. */
const operations: Record<string, (situation: Situation) => Promise<CompletingCall>> = {
  'a sign-up': async ({ backend }) => {
    const username = newName()
    const started = readBody<AttestationInit>(await backend.call('auth.register', '/register/fido2/init', { username }))
    const { user } = started.attestation_payload as unknown as { user: { id: string } }
    const body = { attestation_payload: attested(newDevice(), started) }
    return { path: '/register/fido2/complete', body, user: { username, id: user.id } }
  },
  'a further passkey': async ({ backend, bob: { username } }) => {
    const path = '/credentials/fido2/init/force'
    const started = readBody<AttestationInit>(await backend.call('credentials.force_add', path, { username }))
    return { path: '/credentials/fido2/complete', body: { attestation_payload: attested(newDevice(), started) } }
  },
  'a sign-in': async ({ backend, bob: { username, device } }) => {
    const started = readBody<AssertionInit>(await backend.call('auth.login', '/authenticate/fido2/init', { username }))
    return { path: '/authenticate/fido2/complete', body: { assertion_payload: asserted(device, started) } }
  },
  'a sign-in without a username': async ({ backend, bob: { device } }) => {
    const started = readBody<AssertionInit>(await backend.call('auth.login', '/authenticate/fido2/init', {}))
    return { path: '/authenticate/fido2/complete', body: { assertion_payload: asserted(device, started) } }
  },
  'a code by a passkey': async ({ backend, bob: { username, device } }) => {
    const path = '/codes/generate/fido2'
    const started = readBody<AssertionInit>(await backend.call('codes.self_generate', `${path}/init`, { username }))
    return { path: `${path}/complete`, body: { assertion_payload: asserted(device, started) } }
  },
  'a transaction': async ({ backend, bob: { username, device } }) => {
    const { txPayload: tx_payload, nonce } = createTransactionInput(username)
    const started = await backend.open('/tx/init', { username, tx_payload, nonce })
    return { path: '/tx/complete', body: confirmTransaction(device, readBody(started)) }
  },
  'a sign-in by a public key': async ({ backend, bob: { username } }) => {
    const { publicKey, privateKey } = newKeys()
    const body = { username, publickey: toPem(publicKey) }
    readBody(await backend.call('credentials.force_add', '/credentials/publickey', body))
    const started = await backend.call('auth.login', '/authenticate/publickey/init', body)
    const { challenge_id, server_nonce } = readBody<{ challenge_id: string; server_nonce: string }>(started)
    const assertion = signedJwt(privateKey, { server_nonce })
    return { path: '/authenticate/publickey/complete', body: { challenge_id, assertion }, requiresUsername: true }
  },
  'an authenticator app': async ({ service, backend, bob: { username } }) => {
    const init = await backend.call('credentials.force_add', '/credentials/totp/init/force', { username })
    const { credential_uuid } = readBody<{ credential_uuid: string }>(init)
    const secret = deriveTotpSecret(service.core, { appId: 'demo', id: credential_uuid })
    const otp = generateTotp(secret, toTotpStep(service.clock.now()))
    return { path: '/credentials/totp/complete', body: { credential_uuid, otp }, requiresUsername: true }
  },
  'an email address': async ({ service, backend, bob: { username } }) => {
    const email = newName('named')
    const init = await backend.call('credentials.force_add', '/credentials/email/init/force', { username, email })
    const { credential_uuid } = readBody<{ credential_uuid: string }>(init)
    const body = { credential_uuid, otp: await sentCode(service, email) }
    return { path: '/credentials/email/complete', body, requiresUsername: true }
  },
  'a sign-in by phone': async ({ service, backend, bob: { username } }) => {
    const phone_number = newNumber()
    const force = { username, phone_number }
    const init = await backend.call('credentials.force_add', '/credentials/phone/init/force', force)
    const { credential_uuid } = readBody<{ credential_uuid: string }>(init)
    const added = { username, credential_uuid, otp: await sentCode(service, phone_number) }
    readBody(await backend.open('/credentials/phone/complete', added))
    readBody(await backend.call('auth.temporary', '/authenticate/phone/init', { username, credential_uuid }))
    const body = { credential_uuid, otp: await sentCode(service, phone_number) }
    return { path: '/authenticate/phone/complete', body, requiresUsername: true }
  },
}

/** The tables that a failed operation must not change. Counters of failed codes can increase. */
async function kept(database: Parameters<typeof stored>[0]) {
  const { failures, codes, ...rest } = await stored(database)
  return rest
}

/** A `username` or `user_id` in a completing call has to identify the session's user. */
anyEngine('first-generation calls that name a user', (fresh) => {
  const running = useCodes(fresh, { crossAuthMethods: [] })

  for (const [what, begin] of Object.entries(operations)) {
    test(`${what} started for Bob can't be completed for Alice, by username or ID, and can still be completed for Bob`, async () => {
      const service = running()
      const backend = await gen1Backend(service)
      const [alice, bob] = [await signUpGen1User(backend), await signUpGen1User(backend)]
      const { path, body, user, requiresUsername } = await begin({ service, backend, bob })
      const { username, id } = user ?? { username: bob.username, id: bob.user.id }
      const before = await kept(service.database)
      const others: object[] = [
        { username: alice.username },
        { username: alice.username, user_id: id },
        { username: newName('unknown') },
        { username, user_id: alice.user.id },
        { username, user_id: 'unknown' },
        ...(requiresUsername ? [] : [{ user_id: alice.user.id }]),
      ]
      for (const named of others) assertGen1Rejected(await backend.open(path, { ...body, ...named }), notAuthenticated)
      assert.deepEqual(await kept(service.database), before)
      readBody(await backend.open(path, { ...body, username: ` ${username.toUpperCase()}`, user_id: id }))
    })
  }

  test("a completing call that names no user completes for the session's user", async () => {
    const service = running()
    const backend = await gen1Backend(service)
    for (const begin of Object.values(operations)) {
      const bob = await signUpGen1User(backend)
      const { path, body, requiresUsername } = await begin({ service, backend, bob })
      if (!requiresUsername) readBody(await backend.open(path, { ...body, username: '', user_id: null }))
    }
  })
})
