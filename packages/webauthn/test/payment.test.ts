import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Reason,
  verifyAssertion,
  verifyPayment,
  verifyPaymentInBackground,
  verifyRegistration,
} from '../src/index.ts'
import { assertion, origin, type PaymentChanges, payment, registration, shownPayment } from './ceremonies.ts'
import { keyFor } from './keys.ts'
import { requireVerdict, settled, verdict } from './verdicts.ts'

test('a payment yields what the record is updated with', () => {
  assert.deepEqual(verifyPayment(payment({ signCount: 8, credential: { signCount: 7 } })), {
    signCount: 8,
    backupEligible: false,
    backedUp: false,
    userVerified: true,
    userPresent: true,
    counterRegressed: false,
    backupEligibilityChanged: false,
    origin,
  })
})

const { instrument, total } = shownPayment
const logo = (name: string) => ({ url: `https://example.org/${name}.png`, label: name })
const [bank, network] = [logo('bank'), logo('network')]
const shop = 'https://shop.example'
const framed = { clientData: { crossOrigin: true, topOrigin: shop }, shown: { topOrigin: shop } }

const rows: [what: string, changes: PaymentChanges, Reason | 'accepted', message?: RegExp][] = [
  ['what was expected', {}, 'accepted'],
  ['the type of a sign-in', { clientData: { type: 'webauthn.get' } }, 'type', /payment.get/],
  ['the type of a registration', { clientData: { type: 'webauthn.create' } }, 'type', /payment.get/],
  ['no type', { clientData: { type: undefined } }, 'type'],
  ['another challenge', { clientData: { challenge: 'AAAA' } }, 'challenge'],
  ['an id that was not in the request', { expected: { allowCredentials: ['AAAA'] } }, 'credential_id', /allowed/],
  ['the origin of a shop that is not expected', { clientData: { origin: shop } }, 'origin'],
  [
    'the origin of a shop that is expected',
    { clientData: { origin: shop }, expected: { origins: [origin, shop] } },
    'accepted',
  ],
  ['no payment', { clientData: { payment: undefined } }, 'payment', /payment is not an object/],
  ['a list as payment', { clientData: { payment: [] } }, 'payment'],
  ['null as payment', { clientData: { payment: null } }, 'payment'],
  ['text as payment', { clientData: { payment: 'EUR 84.00' } }, 'payment'],
  ['the RP ID of another relying party', { shown: { rpId: 'shop.example' } }, 'rp_id_hash'],
  ['no RP ID in the payment', { shown: { rpId: undefined } }, 'rp_id_hash'],
  ['the older name of the RP ID', { shown: { rp: 'example.org' } }, 'accepted'],
  ['another RP ID under the older name', { shown: { rp: 'shop.example' } }, 'rp_id_hash'],
  ['another top origin', { shown: { topOrigin: shop } }, 'top_origin', /tab/],
  ['no top origin', { shown: { topOrigin: undefined } }, 'top_origin'],
  ['a list of top origins', { shown: { topOrigin: [origin] } }, 'top_origin'],
  ['a frame that is not expected', { ...framed, payment: { topOrigins: [shop] } }, 'cross_origin'],
  [
    'a frame of an expected shop',
    { ...framed, payment: { topOrigins: [shop] }, expected: { crossOrigin: true, topOrigins: [shop] } },
    'accepted',
  ],
  ['another payee', { shown: { payeeName: 'Kiln and Table' } }, 'payment', /payeeName/],
  ['a payee in other case', { shown: { payeeName: 'kiln & table' } }, 'payment', /payeeName/],
  ['no payee', { shown: { payeeName: undefined } }, 'payment', /payeeName/],
  ['a payee that is not expected', { payment: { payeeName: undefined } }, 'payment', /payeeName/],
  ['neither payee', { shown: { payeeName: undefined }, payment: { payeeName: undefined } }, 'accepted'],
  ['another origin of the payee', { shown: { payeeOrigin: 'https://other.example' } }, 'payment', /payeeOrigin/],
  ['an origin of the payee with a slash', { shown: { payeeOrigin: `${shop}/` } }, 'payment', /payeeOrigin/],
  ['an origin of the payee that is not expected', { payment: { payeeOrigin: undefined } }, 'payment', /payeeOrigin/],
  ['no logos, where none is expected', { payment: { paymentEntitiesLogos: undefined } }, 'accepted'],
  ['no total', { shown: { total: undefined } }, 'payment', /total/],
  ['another amount', { shown: { total: { ...total, value: '8.40' } } }, 'payment', /value/],
  ['the same amount written otherwise', { shown: { total: { ...total, value: '84' } } }, 'payment', /value/],
  ['an amount as a number', { shown: { total: { ...total, value: 84 } } }, 'payment', /value/],
  ['another currency', { shown: { total: { ...total, currency: 'USD' } } }, 'payment', /currency/],
  ['no currency', { shown: { total: { value: '84.00' } } }, 'payment', /currency/],
  ['no instrument', { shown: { instrument: undefined } }, 'payment', /instrument/],
  ['another instrument', { shown: { instrument: { ...instrument, displayName: 'Pop' } } }, 'payment', /displayName/],
  ['other details', { shown: { instrument: { ...instrument, details: 'Account 1235' } } }, 'payment', /details/],
  ['no details', { shown: { instrument: { ...instrument, details: undefined } } }, 'payment', /details/],
  ['another icon', { shown: { instrument: { ...instrument, icon: `${shop}/x.png` } } }, 'payment', /icon/],
  ['an icon that was not shown', { shown: { instrument: { ...instrument, icon: '' } } }, 'payment', /icon/],
  [
    'an icon that need not be shown',
    {
      shown: { instrument: { ...instrument, icon: '' } },
      payment: { instrument: { ...instrument, iconMustBeShown: false } },
    },
    'accepted',
  ],
  ['an icon that must be shown', { shown: { instrument: { ...instrument, iconMustBeShown: true } } }, 'accepted'],
  [
    'a request in which the icon need not be shown',
    { shown: { instrument: { ...instrument, iconMustBeShown: false } } },
    'payment',
    /icon/,
  ],
  ['no list of logos', { shown: { paymentEntitiesLogos: undefined } }, 'accepted'],
  ['a logo that is not expected', { shown: { paymentEntitiesLogos: [bank] } }, 'payment', /logo/],
  ['an object as logos', { shown: { paymentEntitiesLogos: {} } }, 'payment', /list/],
  ['a logo that is text', { shown: { paymentEntitiesLogos: ['bank'] } }, 'payment', /logo/],
  [
    'the first of two logos',
    { shown: { paymentEntitiesLogos: [bank] }, payment: { paymentEntitiesLogos: [bank, network] } },
    'accepted',
  ],
  [
    'a logo that could not be loaded',
    {
      shown: { paymentEntitiesLogos: [{ ...bank, url: '' }, network] },
      payment: { paymentEntitiesLogos: [bank, network] },
    },
    'accepted',
  ],
  [
    'logos in another order',
    { shown: { paymentEntitiesLogos: [network, bank] }, payment: { paymentEntitiesLogos: [bank, network] } },
    'payment',
    /logo/,
  ],
  [
    'a logo twice',
    { shown: { paymentEntitiesLogos: [bank, bank] }, payment: { paymentEntitiesLogos: [bank, network] } },
    'payment',
    /logo/,
  ],
  [
    'a logo under another label',
    { shown: { paymentEntitiesLogos: [{ ...bank, label: 'network' }] }, payment: { paymentEntitiesLogos: [bank] } },
    'payment',
    /logo/,
  ],
  ['the key of a browser', { shown: { browserBoundPublicKey: 'pQECAyYgASFYIA' } }, 'accepted'],
  ['the hash of another RP ID', { scope: 'shop.example' }, 'rp_id_hash'],
  ['UP clear', { flags: 0x04 }, 'user_presence'],
  ['UV clear', { flags: 0x01 }, 'user_verification'],
  [
    'UV clear, whatever the caller expects',
    { flags: 0x01, expected: { userVerification: 'discouraged' } as never },
    'user_verification',
  ],
  ['a signature by another key', { signature: keyFor(-35).sign(Buffer.alloc(69)) }, 'signature'],
  ['a counter that did not rise', { signCount: 7, credential: { signCount: 7 } }, 'sign_count'],
]

for (const [what, changes, reason, message] of rows) {
  test(`a payment with ${what} is ${reason === 'accepted' ? reason : `rejected for ${reason}`}`, async () => {
    const input = payment(changes)
    requireVerdict(() => verifyPayment(input), reason, message)
    requireVerdict(await settled(verifyPaymentInBackground(input)), reason, message)
  })
}

test('a payment is no sign-in, and a sign-in is no payment', () => {
  const { expected, ...paid } = payment()
  requireVerdict(
    () => verifyAssertion({ ...paid, expected: { ...expected, userVerification: 'required' } }),
    'type',
    /get/,
  )
  const signedIn = assertion()
  requireVerdict(() => verifyPayment({ ...signedIn, expected }), 'type', /payment.get/)
  // Not even if its client data names a payment.
  const disguised = assertion({ clientData: { payment: shownPayment } })
  requireVerdict(() => verifyPayment({ ...disguised, expected }), 'type', /payment.get/)
})

test('a registration for payments is a registration', () => {
  const bound = { payment: { browserBoundPublicKey: 'pQECAyYgASFYIA' } }
  verifyRegistration(registration({ clientData: bound }))
  requireVerdict(
    () => verifyRegistration(registration({ clientData: { ...bound, type: 'payment.get' } })),
    'type',
    /create/,
  )
})

test('only the payment that was expected is accepted, whichever field differs', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  const shown = fc.record({
    payeeName: text,
    payeeOrigin: fc.webUrl(),
    total: fc.record({ currency: fc.constantFrom('EUR', 'USD'), value: fc.constantFrom('1.00', '1.0', '10.00') }),
    instrument: fc.record({ displayName: text, icon: fc.webUrl(), details: text }),
  })
  const key = keyFor(-7)
  fc.assert(
    fc.property(
      shown,
      shown,
      fc.subarray(['payeeName', 'payeeOrigin', 'total', 'instrument'] as const),
      (one, other, changed) => {
        const differing = { ...one, ...Object.fromEntries(changed.map((name) => [name, other[name]])) }
        const same = JSON.stringify(differing) === JSON.stringify(one)
        const reason = verdict(() => verifyPayment(payment({ key, shown: differing, payment: one })))
        assert.equal(reason, same ? 'accepted' : 'payment')
      },
    ),
    { numRuns: 200 },
  )
})

test('any JSON as payment is judged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (any) => {
      assert.notEqual(
        verdict(() => verifyPayment(payment({ clientData: { payment: any } }))),
        'accepted',
      )
    }),
    { numRuns: 300 },
  )
})
