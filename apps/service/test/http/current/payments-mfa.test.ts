import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  confirm,
  factorRejected,
  type MfaNext,
  readCompletedFlow,
  readNextStep,
  readOptions,
  requestBackendAssertion,
  startMfa,
  step,
  withSettings,
} from '@thumbturn/service-harness/mfa.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newName,
  type RegistrationInit,
  readBody,
  readClaims,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'
import type { PaymentOptions } from '@thumbturn/testkit'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

const payment = {
  payeeName: 'Kiln & Table',
  total: { currency: 'EUR', value: '84.00' },
  instrument: { displayName: 'Pip', icon: 'https://pip.example/card.png' },
}

/** Payments in steps of MFA flows. */
anyEngine('payments in MFA flows', (fresh) => {
  const running = useService(fresh)
  beforeEach(async () => {
    const { core } = running()
    const application = (await core.applications.findFresh('demo'))!
    await changeApplication(core, application, { settings: { paymentConfirmation: true } })
  })

  const txPayload = JSON.stringify({ payment, order: 'K-1' })
  const asked = { payload: txPayload, paymentConfirmation: true }
  const readPayment = ({ next }: MfaNext) =>
    JSON.parse(
      Buffer.from(next[0]!.options!.find(({ name }) => name === 'paymentOptions')!.value, 'base64url').toString(),
    ) as PaymentOptions

  test('a step of an MFA flow offers the payment of its payload, and signs it', async () => {
    const service = running()
    const ada = await signUpUser(service)
    const started = await startMfa(service, ada.username, asked)
    assert.deepEqual(
      started.next[0]!.options!.map(({ name }) => name),
      ['assertionOptions', 'paymentOptions'],
    )
    const options = readPayment(started)
    assert.deepEqual([options.total, options.credentialIds], [payment.total, [ada.device.credentials[0]!.id]])
    const wrong = ada.device.pay(options, {
      payment: (right) => ({ ...right, payeeName: 'Kiln' }),
    })
    assertRejected(await step(service, started)('passkey/tx', { assertionResult: wrong }), factorRejected)
    const signed = ada.device.pay(options)
    const done = readCompletedFlow(await step(service, started)('passkey/tx', { assertionResult: signed }))
    const { contentSignatures } = readClaims(done.payloadSignature) as {
      contentSignatures: { clientDataJSON: string }[]
    }
    assert.equal(contentSignatures[0]!.clientDataJSON, signed.clientDataJSON)
  })

  test('a payload attached later is a payment only if the page asks again', async () => {
    const service = running()
    const ada = await signUpUser(service)
    const started = await startMfa(service, ada.username, asked)
    const names = ({ next }: MfaNext) => next[0]!.options!.map(({ name }) => name)
    const plain = readBody<MfaNext>(await step(service, started)('payload', { payload: txPayload }))
    assert.deepEqual(names(plain), ['assertionOptions'])
    const again = readBody<MfaNext>(await step(service, plain)('payload', asked))
    assert.notEqual(readPayment(again).challenge, readPayment(started).challenge)
    readCompletedFlow(await step(service, again)('passkey/tx', { assertionResult: ada.device.pay(readPayment(again)) }))
  })

  test('an MFA flow signs a payment like any payload, too', async () => {
    const service = running()
    const ada = await signUpUser(service)
    readCompletedFlow(await confirm(service, await startMfa(service, ada.username, asked), ada))
  })

  test('a wrong payment starts no MFA flow', async () => {
    const { username } = await signUpUser(running())
    const body = { ...asked, payload: JSON.stringify({ payment: { ...payment, total: 84 } }), user: { username } }
    assertRejected(await running().post('/mfa/begin', body), {
      status: 400,
      msg: /payment.total must be an object/,
      msgCode: 'bad_request',
    })
  })

  test('an MFA flow without a username offers no payment, as browsers require a list of passkeys', async () => {
    const started = await startMfa(running(), '', asked)
    assert.deepEqual(
      started.next[0]!.options!.map(({ name }) => name),
      ['assertionOptions'],
    )
  })

  test('a passkey that an MFA flow creates for a browser with payments can confirm them', async (t) => {
    await withSettings(running(), t, { mfaPolicy: 'external-then-passkey', paymentConfirmation: true })
    const username = newName()
    const started = await startMfa(running(), username, { paymentConfirmation: true })
    const token = await requestBackendAssertion(running(), username)
    const next = readNextStep(await step(running(), started)('third-party/verify', { token }))
    const options = readOptions<RegistrationInit['registrationRequestOptions']>(next, 'passkey:reg')
    assert.deepEqual((options as { extensions?: object }).extensions, { credProps: true, payment: { isPayment: true } })
  })
})
