import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { origin, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  app,
  assertRejected,
  createTransactionInput,
  deviceInfo,
  newName,
  type RegistrationInit,
  readBody,
  readClaims,
  type SignedUpUser,
  signInRejected,
  signUpUser,
  startSignIn,
  type TransactionInit,
  transactionAnswer,
  transactionRejected,
} from '@thumbturn/service-harness/situations.ts'
import { flag, type PaymentOptions, type PaymentOverrides, type ShownPayment } from '@thumbturn/testkit'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

type PaymentStart = TransactionInit & { paymentOptions?: PaymentOptions & { timeout: number } }
type TransactionResult = { txId: string; token: string; txHash: string }

const shopOrigin = 'https://shop.example'
const payment = {
  payeeName: 'Kiln & Table',
  payeeOrigin: shopOrigin,
  total: { currency: 'EUR', value: '84.00' },
  instrument: { displayName: 'Pip', icon: 'https://pip.example/card.png', details: 'Account 1234' },
}
const logo = { url: 'https://network.example/logo.png', label: 'Network' }

/** Confirmation of a transaction in the browser's own dialog for payments (Secure Payment Confirmation). */
eachEngine('payments', (fresh) => {
  const running = useService(fresh)
  const change = (settings: Partial<ApplicationSettings>) => {
    const { core, application } = running()
    const usual = { paymentConfirmation: true, paymentOrigins: [], topOrigins: [], residentKey: 'required' } as const
    return changeApplication(core, application, { settings: { ...usual, ...settings } })
  }
  beforeEach(() => change({}))

  const start = async (username: string, payload: unknown = { payment, order: 'K-1' }, more: object = {}) => {
    const txPayload = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const body = { ...createTransactionInput(username, { txPayload }), paymentConfirmation: true, ...more }
    return { sent: body, response: await running().post('/tx/init', body) }
  }

  const begin = async (username: string, ...rest: [payload?: unknown, more?: object]) =>
    readBody<PaymentStart>((await start(username, ...rest)).response)

  const complete = (body: unknown) => running().post('/tx/complete', body)

  function pay({ device }: SignedUpUser, { session, paymentOptions }: PaymentStart, overrides: PaymentOverrides = {}) {
    const paid = device.pay(paymentOptions!, overrides)
    const { credentialId, clientDataJSON, authenticatorData, signature } = paid
    return complete({ session, keyHandle: credentialId, clientData: clientDataJSON, authenticatorData, signature })
  }

  test('the options of a payment are those of its payload, with a challenge of their own', async () => {
    const ada = await signUpUser(running())
    const { assertionOptions, paymentOptions } = await begin(ada.username, {
      payment: { ...payment, paymentEntitiesLogos: [logo] },
    })
    const { challenge, ...options } = paymentOptions!
    assert.equal(Buffer.from(challenge, 'base64url').length, 32)
    assert.notEqual(challenge, assertionOptions.challenge)
    assert.deepEqual(options, {
      ...payment,
      paymentEntitiesLogos: [logo],
      rpId: 'localhost',
      credentialIds: [ada.device.credentials[0]!.id],
      timeout: 300_000,
    })
  })

  for (const [what, payload, more, settings] of [
    ['an application without the setting', { payment }, {}, { paymentConfirmation: false }],
    ['a client that does not ask', { payment }, { paymentConfirmation: undefined }, {}],
    ['a client that says no', { payment }, { paymentConfirmation: false }, {}],
    ['a payload that is text', 'Pay 25.00 € to Grace', {}, {}],
    ['a payload that is a list', '[{"payment":{}}]', {}, {}],
    ['a payload without a payment', { order: 'K-1' }, {}, {}],
    ['a wrong payment in an application without the setting', { payment: 1 }, {}, { paymentConfirmation: false }],
    ['a wrong payment of a client that does not ask', { payment: 1 }, { paymentConfirmation: undefined }, {}],
  ] as const) {
    test(`${what} gets what it always got`, async () => {
      await change(settings)
      const ada = await signUpUser(running())
      const started = await begin(ada.username, payload, more)
      assert.deepEqual(Object.keys(started).sort(), ['assertionOptions', 'session', 'txId'])
      readBody(await complete(transactionAnswer(ada.device, started)))
    })
  }

  test('what the browser showed and the passkey signed is stored, and the token says so', async () => {
    const service = running()
    const ada = await signUpUser(service)
    const { sent, response } = await start(ada.username)
    const { txId, token, txHash } = readBody<TransactionResult>(await pay(ada, readBody<PaymentStart>(response)))
    const claims = readClaims(token)
    assert.deepEqual([claims.confirmedBy, claims.txHash, claims.sub], ['payment', txHash, ada.userId])
    const { text } = await apiKey(service, ['user:read'])
    const found = readBody<Record<string, unknown>>(
      await service.ask('GET', `/mgmt/transactions/${txId}`, { token: text }),
    )
    assert.deepEqual([found.confirmedBy, found.txPayload, found.nonce], ['payment', sent.txPayload, sent.nonce])
    const events = await service.core.store.events.list('demo', 10)
    assert.deepEqual(events.find(({ type }) => type === 'fido2.tx.completed')?.detail, { txId, payment: true })
  })

  test('a user without such a passkey confirms the same transaction as always', async () => {
    const service = running()
    const ada = await signUpUser(service)
    const { txId, token } = readBody<TransactionResult>(
      await complete(transactionAnswer(ada.device, await begin(ada.username))),
    )
    assert.equal('confirmedBy' in readClaims(token), false)
    const { text } = await apiKey(service, ['user:read'])
    const found = readBody<object>(await service.ask('GET', `/mgmt/transactions/${txId}`, { token: text }))
    assert.equal('confirmedBy' in found, false)
  })

  const showing = (change: Partial<ShownPayment>): PaymentOverrides => ({
    payment: (right) => ({ ...right, ...change }),
  })

  for (const [what, overrides] of [
    ['another payee', showing({ payeeName: 'Kiln' })],
    ['another origin of the payee', showing({ payeeOrigin: 'https://other.example' })],
    ['another amount', showing({ total: { currency: 'EUR', value: '8.40' } })],
    ['another currency', showing({ total: { currency: 'USD', value: '84.00' } })],
    ['another instrument', showing({ instrument: { ...payment.instrument, displayName: 'Pop' } })],
    ['an icon that was not shown', showing({ instrument: { ...payment.instrument, icon: '' } })],
    ['a logo', showing({ paymentEntitiesLogos: [logo] })],
    ['another relying party', showing({ rpId: 'shop.example' })],
    ['another top origin', showing({ topOrigin: shopOrigin })],
    ['another origin', { origin: shopOrigin }],
    ['a frame of another site', { crossOrigin: true, topOrigin: shopOrigin, ...showing({ topOrigin: shopOrigin }) }],
    ['the type of a sign-in', { type: 'webauthn.get' }],
    ['the hash of another RP ID', { rpId: 'shop.example' }],
    ['no user verification', { flags: (right) => right & ~flag.UV }],
    ['a broken signature', { signature: () => Buffer.alloc(70) }],
  ] as [string, PaymentOverrides][]) {
    test(`a payment with ${what} is rejected, and nothing is stored`, async () => {
      const service = running()
      const ada = await signUpUser(service)
      const started = await begin(ada.username)
      const before = await stored(service.database)
      assertRejected(await pay(ada, started, overrides), transactionRejected)
      assert.deepEqual(await stored(service.database), before)
      readBody(await pay(ada, started))
    })
  }

  test('a payment confirms nothing else: no other transaction, no sign-in, and no transaction without a payment', async () => {
    const service = running()
    const ada = await signUpUser(service)
    const [one, other] = [await begin(ada.username), await begin(ada.username)]
    const plain = await begin(ada.username, undefined, { paymentConfirmation: false })
    const { session, paymentOptions } = one
    assertRejected(await pay(ada, { ...other, paymentOptions: paymentOptions! }), transactionRejected)
    assertRejected(await pay(ada, { ...plain, paymentOptions: paymentOptions! }), transactionRejected)
    // Not even with the challenge of the other kind.
    const { challenge } = one.assertionOptions
    assertRejected(await pay(ada, { ...one, paymentOptions: { ...paymentOptions!, challenge } }), transactionRejected)
    const { rpId } = paymentOptions!
    const signedIn = {
      challenge: paymentOptions!.challenge,
      rpId,
      allowCredentials: one.assertionOptions.allowCredentials,
    }
    assertRejected(
      await complete(
        transactionAnswer(ada.device, { session, assertionOptions: { ...one.assertionOptions, ...signedIn } }),
      ),
      transactionRejected,
    )
    const signIn = await startSignIn(service, ada.username)
    const paid = ada.device.pay({ ...paymentOptions!, challenge: signIn.assertionOptions.challenge })
    assertRejected(
      await service.post('/auth/complete', { session: signIn.session, assertionResult: paid }),
      signInRejected,
    )
    readBody(await pay(ada, one))
  })

  test('a payment is confirmed once, and only by its user', async () => {
    const service = running()
    const [ada, grace] = [await signUpUser(service), await signUpUser(service)]
    const started = await begin(ada.username)
    const credentialIds = grace.device.credentials.map(({ id }) => id)
    assertRejected(
      await pay(grace, { ...started, paymentOptions: { ...started.paymentOptions!, credentialIds } }),
      transactionRejected,
    )
    readBody(await pay(ada, started))
    assertRejected(await pay(ada, started), transactionRejected)
  })

  test('pages of a listed shop can request the payment, and no others', async () => {
    await change({ paymentOrigins: [shopOrigin] })
    const ada = await signUpUser(running())
    const atShop = { origin: shopOrigin, ...showing({ topOrigin: shopOrigin }) }
    readBody(await pay(ada, await begin(ada.username), atShop))
    const inFrame = { origin, crossOrigin: true, topOrigin: shopOrigin, ...showing({ topOrigin: shopOrigin }) }
    readBody(await pay(ada, await begin(ada.username), inFrame))
    const elsewhere = { origin: 'https://other.example', ...showing({ topOrigin: shopOrigin }) }
    assertRejected(await pay(ada, await begin(ada.username), elsewhere), transactionRejected)
    const transaction = await begin(ada.username)
    assertRejected(
      await complete(transactionAnswer(ada.device, transaction, { origin: shopOrigin })),
      transactionRejected,
    )
  })

  test('turning payments off rejects those that have started, but not their transactions', async () => {
    const ada = await signUpUser(running())
    const started = await begin(ada.username)
    await change({ paymentConfirmation: false })
    assertRejected(await pay(ada, started), transactionRejected)
    readBody(await complete(transactionAnswer(ada.device, started)))
  })

  test('the response is the same for an unknown user and for one without passkeys', async () => {
    const ada = await signUpUser(running())
    const shape = ({ paymentOptions, session, ...rest }: PaymentStart) => {
      const { credentialIds, challenge, ...shown } = paymentOptions!
      const lengths = [credentialIds.length, credentialIds[0]!.length, challenge.length, session.length]
      return [Object.keys(rest).sort(), shown, lengths]
    }
    const known = shape(await begin(ada.username))
    const length = ada.username.length - '@example.com'.length
    const unknown = `${'u'.repeat(length)}@example.com`
    const decoys = await begin(unknown)
    const listed = ({ assertionOptions }: PaymentStart) => assertionOptions.allowCredentials.map(({ id }) => id)
    assert.deepEqual(decoys.paymentOptions!.credentialIds, listed(decoys))
    assert.deepEqual(shape(decoys).slice(0, 2), known.slice(0, 2))
    assert.deepEqual((await begin(unknown)).paymentOptions!.credentialIds, decoys.paymentOptions!.credentialIds)
  })

  const { total, instrument, payeeName, payeeOrigin, ...payeeless } = { ...payment }
  for (const [what, wrong, message] of [
    ['text', 'EUR 84.00', /payment must be an object/],
    ['a list', [payment], /payment must be an object/],
    ['null', null, /payment must be an object/],
    ['no payee', { ...payeeless, total, instrument }, /payeeName, payeeOrigin, or both/],
    ['an empty payee', { ...payment, payeeName: ' ' }, /payment.payeeName must be one line/],
    ['two lines as payee', { ...payment, payeeName: 'a\nb' }, /payment.payeeName must be one line/],
    [
      'an unencrypted payee',
      { ...payment, payeeOrigin: 'http://shop.example' },
      /payment.payeeOrigin must be an origin/,
    ],
    ['a page as the payee', { ...payment, payeeOrigin: `${shopOrigin}/pay` }, /payment.payeeOrigin must be an origin/],
    ['no total', { ...payment, total: undefined }, /payment.total must be an object/],
    ['a number as amount', { ...payment, total: { ...total, value: 84 } }, /total.value must be a decimal number/],
    ['a negative amount', { ...payment, total: { ...total, value: '-84.00' } }, /total.value must be a decimal number/],
    [
      'a sign as currency',
      { ...payment, total: { ...total, currency: '€' } },
      /total.currency must be the three letters/,
    ],
    ['no instrument', { ...payment, instrument: undefined }, /payment.instrument must be an object/],
    ['no icon', { ...payment, instrument: { displayName: 'Pip' } }, /instrument.icon must be a URL/],
    [
      'a path as icon',
      { ...payment, instrument: { ...instrument, icon: '/card.png' } },
      /instrument.icon must be a URL/,
    ],
    [
      'text for a flag',
      { ...payment, instrument: { ...instrument, iconMustBeShown: 'no' } },
      /instrument.iconMustBeShown must be true or false/,
    ],
    ['an unknown field', { ...payment, memo: 'gift' }, /payment has the unknown field "memo"/],
    ['a field of objects', { ...payment, constructor: 'x' }, /payment has the unknown field "constructor"/],
    [
      'an unknown field of the total',
      { ...payment, total: { ...total, tax: '1.00' } },
      /total has the unknown field "tax"/,
    ],
    ['a logo that is text', { ...payment, paymentEntitiesLogos: ['x'] }, /payment.paymentEntitiesLogos must be a list/],
    [
      'a logo without label',
      { ...payment, paymentEntitiesLogos: [{ url: logo.url }] },
      /paymentEntitiesLogos.label must be one line/,
    ],
  ] as [string, unknown, RegExp][]) {
    test(`a payload whose payment is ${what} is a bad request, for unknown users too`, async () => {
      const ada = await signUpUser(running())
      for (const username of [ada.username, 'unknown'])
        assertRejected((await start(username, { payment: wrong })).response, {
          status: 400,
          msg: message,
          msgCode: 'bad_request',
        })
    })
  }

  const register = async (passkeyOptions: object) => {
    const body = { app, deviceInfo, user: { username: newName() }, passkeyOptions }
    return readBody<RegistrationInit>(await running().post('/reg/init', body)).registrationRequestOptions
  }

  test('a passkey for payments is created on this device, with user verification', async () => {
    const { extensions, authenticatorSelection } = await register({ payment: true })
    assert.deepEqual(extensions, { credProps: true, payment: { isPayment: true } })
    assert.deepEqual(authenticatorSelection, {
      authenticatorAttachment: 'platform',
      requireResidentKey: true,
      residentKey: 'required',
      userVerification: 'required',
    })
    await change({ residentKey: 'discouraged' })
    assert.equal((await register({ payment: true })).authenticatorSelection.residentKey, 'preferred')
    await change({ hints: ['hybrid'] })
    assert.deepEqual((await register({ payment: true })).hints, ['client-device'])
  })

  for (const [what, passkeyOptions, settings] of [
    ['the client asked for none', {}, {}],
    ['it is to be on a security key', { payment: true, securityKey: true }, {}],
    ['the application has no payments', { payment: true }, { paymentConfirmation: false }],
  ] as const) {
    test(`no passkey for payments is created if ${what}`, async () => {
      await change(settings)
      const { extensions, authenticatorSelection } = await register(passkeyOptions)
      assert.deepEqual(extensions, { credProps: true })
      assert.notEqual(authenticatorSelection.authenticatorAttachment, 'platform')
    })
  }
})
