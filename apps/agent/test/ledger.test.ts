import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { PurchaseError } from '../src/errors.ts'
import { Ledger, type PlaceOrder } from '../src/purchases/ledger.ts'
import { wish } from './situations.ts'

const proof = { userId: 'u', username: 'ada@example.com', credentialId: 'c', txHash: 'h', lNonce: 'n' }
const start = Date.parse('2026-01-02T03:04:05.000Z')

function openedLedger(placeOrder: PlaceOrder = async () => 'order 1') {
  const clock = { at: start }
  return { clock, ledger: new Ledger({ lifeMs: 600_000, placeOrder, now: () => clock.at }) }
}

const rejection = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof PurchaseError)
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}

describe('a purchase', () => {
  test('is signed as a text with all its content, and its total is computed', () => {
    const { ledger } = openedLedger()
    const { purchase } = ledger.begin(wish, 'first')
    assert.equal(
      purchase.text,
      [
        'Purchase from Corner Books',
        '- 2 x Notebook, dotted: 7.50 EUR each, 15.00 EUR',
        '- 1 x Pen: 3.20 EUR each, 3.20 EUR',
        'Total: 18.20 EUR',
        'Paid by: ada@example.com',
        'Valid until: 2026-01-02T03:14:05.000Z',
        `Purchase id: ${purchase.id}`,
      ].join('\n'),
    )
  })

  test('writes amounts as their currency has them, whatever its minor unit', () => {
    const { ledger } = openedLedger()
    const totalIn = (currency: string, unitAmount: number) => {
      const items = [{ name: 'Tea', quantity: 1, unitAmount }]
      return /Total: (.*)/.exec(ledger.begin({ ...wish, currency, items }, 'first').purchase.text)![1]
    }
    assert.deepEqual(
      [totalIn('EUR', 5), totalIn('JPY', 1250), totalIn('KWD', 1250), totalIn('USD', 100)],
      ['0.05 EUR', '1250 JPY', '1.250 KWD', '1.00 USD'],
    )
  })

  test('cannot be changed after it started', () => {
    const { ledger } = openedLedger()
    const { purchase } = ledger.begin(wish, 'first')
    const writable = purchase as unknown as { total: number; items: { unitAmount: number }[] }
    assert.throws(() => {
      writable.total = 1
    }, TypeError)
    assert.throws(() => {
      writable.items[0]!.unitAmount = 1
    }, TypeError)
  })

  test('does not change when the caller changes its request afterward', () => {
    const { ledger } = openedLedger()
    const mine = structuredClone(wish)
    const { purchase } = ledger.begin(mine, 'first')
    mine.items[0]!.unitAmount = 1
    assert.equal(purchase.items[0]?.unitAmount, 750)
  })

  test('with a text beyond the limit of a signature is rejected', () => {
    const { ledger } = openedLedger()
    const items = Array.from({ length: 50 }, () => ({ name: 'x'.repeat(120), quantity: 1, unitAmount: 1 }))
    assert.throws(
      () => ledger.begin({ ...wish, items }, 'first'),
      rejection('invalid', /bytes of text, of 4000 allowed/),
    )
  })
})

describe('completing a purchase', () => {
  const started = (placeOrder?: PlaceOrder) => {
    const opened = openedLedger(placeOrder)
    const { purchase, handle } = opened.ledger.begin(wish, 'first')
    return { ...opened, id: purchase.id, claim: { purchaseId: purchase.id, handle, caller: 'first' } }
  }

  test('needs a confirmation', async () => {
    const { ledger, claim } = started()
    await assert.rejects(ledger.complete(claim), rejection('not_confirmed', /has not confirmed yet/))
  })

  test('works once, and tells the second time which order it was', async () => {
    const { ledger, id, claim } = started()
    ledger.confirm(id, proof)
    assert.equal((await ledger.complete(claim)).orderId, 'order 1')
    await assert.rejects(ledger.complete(claim), rejection('settled', /completed already: order order 1/))
  })

  test('by many calls at once places one order', async () => {
    let placed = 0
    const { ledger, id, claim } = started(async () => {
      await turn()
      placed += 1
      return `order ${placed}`
    })
    ledger.confirm(id, proof)
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => ledger.complete(claim)))
    assert.deepEqual([placed, outcomes.filter(({ status }) => status === 'fulfilled').length], [1, 1])
  })

  test('may be tried again where the order could not be placed', async () => {
    const responses = [Promise.reject(new Error('the disk is full')), Promise.resolve('order 2')]
    responses[0]!.catch(() => undefined)
    const { ledger, id, claim } = started(() => responses.shift()!)
    ledger.confirm(id, proof)
    await assert.rejects(ledger.complete(claim), /the disk is full/)
    assert.equal((await ledger.complete(claim)).orderId, 'order 2')
  })

  test('is rejected after the user declined, even if they had confirmed before', async () => {
    const { ledger, id, claim } = started()
    ledger.confirm(id, proof)
    ledger.decline(id)
    assert.equal(ledger.findClaimed(claim).state, 'declined')
    await assert.rejects(ledger.complete(claim), rejection('declined', /declined/))
    assert.throws(() => ledger.confirm(id, proof), rejection('declined', /declined/))
  })

  test('is rejected from the moment of its expiry, confirmed or not', async () => {
    const { ledger, clock, id, claim } = started()
    ledger.confirm(id, proof)
    clock.at = start + 599_999
    assert.equal(ledger.findClaimed(claim).state, 'confirmed')
    clock.at = start + 600_000
    assert.equal(ledger.findClaimed(claim).state, 'expired')
    await assert.rejects(ledger.complete(claim), rejection('expired', /initiate it anew/))
  })

  test('cannot be declined while the order is being placed, nor afterward', async () => {
    const order = Promise.withResolvers<string>()
    const { ledger, id, claim } = started(() => order.promise)
    ledger.confirm(id, proof)
    const completing = ledger.complete(claim)
    assert.throws(() => ledger.decline(id), rejection('settled', /being placed/))
    order.resolve('order 3')
    await completing
    assert.throws(() => ledger.decline(id), rejection('settled', /completed already/))
  })

  for (const [whose, changed] of [
    ['another handle', { handle: 'x'.repeat(43) }],
    ['an empty handle', { handle: '' }],
    ['another agent', { caller: 'second' }],
    ['another id', { purchaseId: 'x'.repeat(22) }],
  ] as const) {
    test(`is rejected for ${whose} with the same error as for an unknown purchase`, async () => {
      const { ledger, id, claim } = started()
      ledger.confirm(id, proof)
      const wrong = { ...claim, ...changed }
      await assert.rejects(ledger.complete(wrong), rejection('not_found', /^You have no such purchase: initiate one$/))
      assert.throws(
        () => ledger.findClaimed(wrong),
        rejection('not_found', /^You have no such purchase: initiate one$/),
      )
    })
  }
})

describe('limits', () => {
  test('an agent has at most 20 open purchases, others are not touched by that, and expiry makes room', () => {
    const { ledger, clock } = openedLedger()
    for (let number = 0; number < 20; number++) ledger.begin(wish, 'first')
    assert.throws(() => ledger.begin(wish, 'first'), rejection('too_many', /20 of your purchases are open/))
    ledger.begin(wish, 'second')
    clock.at += 600_000
    ledger.begin(wish, 'first')
  })

  test('purchases are forgotten an hour after their expiry', () => {
    const { ledger, clock } = openedLedger()
    const { purchase } = ledger.begin(wish, 'first')
    clock.at = purchase.expiresAt + 60 * 60_000
    ledger.begin(wish, 'first')
    assert.throws(() => ledger.find(purchase.id), rejection('not_found', /no such purchase/))
  })
})
