import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherPasskey } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AttestationInit,
  assertGen1Rejected,
  attested,
  gen1Backend,
  notCreated,
} from '@thumbturn/service-harness/gen1.ts'
import {
  creation,
  factorRejected,
  offered,
  readNextStep,
  requestBackendAssertion,
  startMfa,
  step,
} from '@thumbturn/service-harness/mfa.ts'
import { useNodes } from '@thumbturn/service-harness/nodes.ts'
import { proxy } from '@thumbturn/service-harness/proxy.ts'
import {
  app,
  assertRejected,
  completeRegistration,
  deviceInfo,
  newDevice,
  type RegistrationInit,
  readBody,
  registrationRejected,
  requestGrant,
  signUpUser,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'

type Nodes = ReturnType<typeof useNodes>

const runners = 64

/** The maximum number of passkeys per user, in every API and with any number of parallel registrations. */
eachEngine('passkey limit', (fresh) => {
  const nodes = useNodes(fresh, {
    maxPasskeys: 3,
    mfaPolicy: 'signIn: external+passkey:reg, passkey:auth; signUp: passkey:reg',
  })
  reaching(nodes)
  racing(nodes)
})

function reaching(nodes: Nodes) {
  test('a registration beyond the limit fails, one started earlier is rejected, and deleting a passkey makes room', async () => {
    const { near: service } = nodes()
    const { username, jwtAccess: token } = await signUpUser(service)
    const early = await startRegistration(service, username, { token })
    await anotherPasskey(service, token)
    const { passkeyId } = await anotherPasskey(service, token)
    const late = await startRegistration(service, username, { token })
    assert.deepEqual([early.action, late.action], ['proceed', 'fail'])
    for (const started of [early, late])
      assertRejected(await completeRegistration(service, started), registrationRejected)
    assert.equal((await startRegistration(service, username)).action, 'signIn')
    readBody(await service.ask('DELETE', `/passkeys/${passkeyId}`, { token }), 204)
    readBody(await completeRegistration(service, early))
  })

  test('the proxy API and the first generation add no passkeys beyond the limit', async () => {
    const { near: service } = nodes()
    const { username, jwtAccess } = await signUpUser(service)
    const backend = await gen1Backend(service)
    const force = () => backend.call('credentials.force_add', '/credentials/fido2/init/force', { username })
    const early = readBody<AttestationInit>(await force())
    for (let count = 0; count < 2; count++) await anotherPasskey(service, jwtAccess)
    const token = await requestGrant(service, username, ['reg:write'])
    const { post } = await proxy(service)
    const init = await post('/reg/init', { app: { ...app, token }, deviceInfo, user: { username } })
    assert.equal(readBody<RegistrationInit>(init).action, 'fail')
    for (const started of [early, readBody<AttestationInit>(await force())]) {
      const attestation_payload = attested(newDevice(), started)
      const done = await backend.open('/credentials/fido2/complete', { username, attestation_payload })
      assertGen1Rejected(done, notCreated)
    }
  })

  test('a multi-factor flow at the limit offers no further passkey and rejects one that it offered before', async () => {
    const { near: service } = nodes()
    const { username, jwtAccess } = await signUpUser(service)
    const afterExternal = async () => {
      const started = await startMfa(service, username)
      return readNextStep(
        await step(service, started)('third-party/verify', { token: await requestBackendAssertion(service, username) }),
      )
    }
    const early = await afterExternal()
    assert.deepEqual(offered(early), ['passkey:reg'])
    for (let count = 0; count < 2; count++) await anotherPasskey(service, jwtAccess)
    assertRejected(await step(service, early)('passkey/reg', creation(newDevice(), early)), factorRejected)
    assert.deepEqual(offered(await afterExternal()), [])
  })
}

function racing(nodes: Nodes) {
  test(`of ${runners} parallel registrations of a user on two nodes, only as many are stored as the limit allows`, async () => {
    const { near, far, database } = nodes()
    const { username, userId, jwtAccess: token } = await signUpUser(near)
    const bodies = await Promise.all(
      Array.from({ length: runners }, async () => {
        const { session, registrationRequestOptions } = await startRegistration(near, username, { token })
        return { session, creationResult: newDevice().create(registrationRequestOptions) }
      }),
    )
    const responses = await Promise.all(bodies.map((body, at) => [near, far][at % 2]!.post('/reg/complete', body)))
    const stored = responses.filter(({ status }) => status === 200)
    assert.equal(stored.length, 2)
    for (const response of responses.filter((one) => !stored.includes(one)))
      assertRejected(response, registrationRejected)
    assert.equal((await database.query(`select id from passkeys where user_id = '${userId}'`)).length, 3)
  })
}
