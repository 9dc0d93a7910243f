import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newDevice,
  newName,
  notVerified,
  readBody,
  registrationRejected,
  requestGrant,
  signInRejected,
  signUpUser,
  startRegistration,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'
import { type AssertionOverrides, type AssertionResult, type CreationResult, flag } from '@thumbturn/testkit'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

/** Values that the schema rejects: every JSON type that a field may not have; undefined leaves it out. */
const wrongTypes = [null, true, 0, 1.5, [], {}, undefined]
const show = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))
const number = (row: string, value: unknown) =>
  row.replace(/\d+$/, (first) => String(Number(first) + (value === undefined ? 0 : 1)))

/** Rows of docs/fido-conformance.md that clients see: options, and the shape of responses. */
anyEngine('FIDO conformance', (fresh) => {
  const place = useService(fresh)
  const change = (settings: Partial<ApplicationSettings>) =>
    changeApplication(place().core, place().application, { settings })

  test('CreationOptions Req-1 P-1: all fields of the creation options are there', async () => {
    const username = newName()
    const { registrationRequestOptions: options } = await startRegistration(place(), username, { displayName: 'Ada' })
    assert.deepEqual(options.rp, { id: 'localhost', name: place().application.name })
    assert.deepEqual([options.user.name, options.user.displayName], [username, 'Ada'])
    assert.ok(options.pubKeyCredParams.every(({ type, alg }) => type === 'public-key' && Number.isInteger(alg)))
    assert.ok(options.timeout > 0)
    assert.deepEqual(options.excludeCredentials, [])
  })

  test('CreationOptions Req-1 P-2, GetOptions Req-1 P-2: two challenges of 32 bytes differ', async () => {
    const registrations = [await startRegistration(place(), newName()), await startRegistration(place(), newName())]
    const signIns = [await startSignIn(place()), await startSignIn(place())]
    const challenges = [
      ...registrations.map(({ registrationRequestOptions }) => registrationRequestOptions.challenge),
      ...signIns.map(({ assertionOptions }) => assertionOptions.challenge),
    ]
    assert.equal(new Set(challenges).size, 4)
    for (const challenge of challenges) assert.equal(Buffer.from(challenge, 'base64url').length, 32)
  })

  test('CreationOptions Req-1 P-3, CreationOptions Req-1 P-4: the options have the attestation and user verification that were chosen', async () => {
    await change({ attestation: 'direct', userVerification: 'required' })
    const direct = (await startRegistration(place(), newName())).registrationRequestOptions
    await change({ attestation: 'none', userVerification: 'preferred' })
    const none = (await startRegistration(place(), newName())).registrationRequestOptions
    assert.deepEqual([direct.attestation, direct.authenticatorSelection.userVerification], ['direct', 'required'])
    assert.deepEqual([none.attestation, none.authenticatorSelection.userVerification], ['none', 'preferred'])
  })

  test('GetOptions Req-1 P-1: the request options list exactly the registered credential', async () => {
    const { username, device } = await signUpUser(place())
    const { assertionOptions } = await startSignIn(place(), username)
    assert.equal(assertionOptions.rpId, 'localhost')
    assert.deepEqual(
      assertionOptions.allowCredentials.map(({ type, id }) => ({ type, id })),
      [{ type: 'public-key', id: device.credentials[0]!.id }],
    )
    assert.equal(assertionOptions.userVerification, 'preferred')
  })

  test('Attestation Resp-1 P-1: the next options exclude the registered credential', async () => {
    const { username, device } = await signUpUser(place())
    const token = await requestGrant(place(), username, ['reg:write'])
    const { registrationRequestOptions } = await startRegistration(place(), username, { token })
    assert.deepEqual(
      registrationRequestOptions.excludeCredentials.map(({ id }) => id),
      [device.credentials[0]!.id],
    )
  })

  test('Attestation Resp-1 F-15: UV clear although required is rejected, and the log tells why', async () => {
    await change({ userVerification: 'required' })
    const complete = await startOne(place())
    takeReasons(place())
    const rejected = { ...registrationRejected, ...notVerified }
    assertRejected(await complete((result) => result, newDevice({ userVerified: false })), rejected)
    assert.match(takeReasons(place())[0]!, /user_verification/)
    await change({ userVerification: 'preferred' })
  })

  test('Attestation Resp-7 P-2: self attestation is accepted although none was asked for', async () => {
    const complete = await startOne(place())
    readBody(await complete((result) => result, newDevice({ attestation: 'packed-self' })))
  })

  for (const [field, row] of [
    ['credentialId', 'Attestation Resp-1 F-1'],
    ['clientDataJSON', 'Attestation Resp-1 F-9'],
    ['attestationObject', 'Attestation Resp-1 F-12'],
  ] as const) {
    for (const value of wrongTypes) {
      test(`${number(row, value)}: ${show(value)} as ${field} doesn't fit the contract`, async () => {
        const complete = await startOne(place())
        assertMalformed(await complete((result) => ({ ...result, [field]: value })), `creationResult.${field}`)
        readBody(await complete((result) => result))
      })
    }
  }

  for (const [row, field, value] of [
    ['Attestation Resp-1 F-3', 'credentialId', '*'],
    ['Attestation Resp-1 F-11', 'clientDataJSON', ''],
    ['Attestation Resp-1 F-14', 'attestationObject', ''],
  ] as const) {
    test(`${row}: "${value}" as ${field} doesn't fit the contract`, async () => {
      const complete = await startOne(place())
      assertMalformed(await complete((result) => ({ ...result, [field]: value })), `creationResult.${field}`)
      readBody(await complete((result) => result))
    })
  }

  for (const value of wrongTypes.filter((one) => show(one) !== '{}')) {
    test(`${number('Attestation Resp-1 F-7', value)}: ${show(value)} as registration response doesn't fit the contract`, async () => {
      const complete = await startOne(place())
      assertMalformed(await complete(() => value), 'creationResult')
      readBody(await complete((result) => result))
    })
    test(`${number('Assertion Resp-1 F-7', value)}: ${show(value)} as sign-in response doesn't fit the contract`, async () => {
      const complete = await startSignInOfOne(place())
      assertMalformed(await complete(() => value), 'assertionResult')
      readBody(await complete((result) => result))
    })
  }

  for (const [field, row] of [
    ['credentialId', 'Assertion Resp-1 F-1'],
    ['clientDataJSON', 'Assertion Resp-1 F-9'],
    ['authenticatorData', 'Assertion Resp-1 F-12'],
    ['signature', 'Assertion Resp-1 F-16'],
    ['userHandle', 'Assertion Resp-1 F-20'],
  ] as const) {
    // null is a spelling of no user handle.
    for (const value of wrongTypes.filter((one) => field !== 'userHandle' || (one !== undefined && one !== null))) {
      test(`${number(row, value)}: ${show(value)} as ${field} doesn't fit the contract`, async () => {
        const complete = await startSignInOfOne(place())
        assertMalformed(await complete((result) => ({ ...result, [field]: value })), `assertionResult.${field}`)
        readBody(await complete((result) => result))
      })
    }
  }

  for (const [row, field, value] of [
    ['Assertion Resp-1 F-3', 'credentialId', '*'],
    ['Assertion Resp-1 F-11', 'clientDataJSON', ''],
    ['Assertion Resp-1 F-14', 'authenticatorData', '*'],
    ['Assertion Resp-1 F-15', 'authenticatorData', ''],
    ['Assertion Resp-1 F-18', 'signature', '*'],
    ['Assertion Resp-1 F-19', 'signature', ''],
  ] as const) {
    test(`${row}: "${value}" as ${field} doesn't fit the contract`, async () => {
      const complete = await startSignInOfOne(place())
      assertMalformed(await complete((result) => ({ ...result, [field]: value })), `assertionResult.${field}`)
      readBody(await complete((result) => result))
    })
  }

  test('Assertion Resp-3 F-5: UV clear although required is rejected, and the log tells why', async () => {
    await change({ userVerification: 'required' })
    const complete = await startSignInOfOne(place())
    takeReasons(place())
    const rejected = { ...signInRejected, ...notVerified }
    assertRejected(await complete((result) => result, { flags: (right) => right & ~flag.UV }), rejected)
    assert.match(takeReasons(place())[0]!, /user_verification/)
    await change({ userVerification: 'preferred' })
  })
})

/** Starts a registration that can be completed with any change of the response. */
async function startOne(service: Service) {
  const { session, registrationRequestOptions } = await startRegistration(service, newName())
  return (change: (result: CreationResult) => unknown, device = newDevice()) =>
    service.post('/reg/complete', { session, creationResult: change(device.create(registrationRequestOptions)) })
}

/** Starts the sign-in of a new user, which can be completed with any change of the response. */
async function startSignInOfOne(service: Service) {
  const { username, device } = await signUpUser(service)
  const { session, assertionOptions } = await startSignIn(service, username)
  return (change: (result: AssertionResult) => unknown, overrides: AssertionOverrides = {}) =>
    service.post('/auth/complete', { session, assertionResult: change(device.get(assertionOptions, overrides)) })
}

/** The schema rejects the field, before any check of the ceremony. */
const assertMalformed = (response: Answer, field: string) =>
  assertRejected(response, {
    status: 400,
    msg: new RegExp(`^\\\`${RegExp.escape(field)}\\\` `),
    msgCode: 'bad_request',
  })

/** Why ceremonies were rejected since the last call. */
const takeReasons = ({ core }: Service) => core.rejections.take().map(({ reason }) => reason ?? '')
