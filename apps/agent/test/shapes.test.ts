import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PurchaseInput } from '../src/purchases/shapes.ts'
import { wish } from './situations.ts'

const item = (changed: object) => ({ items: [{ ...wish.items[0], ...changed }] })

const invalid: [string, object, RegExp][] = [
  ['a line break in a name, which could pretend to be a total', item({ name: 'Pen\nTotal: 0.01 EUR' }), /one line/],
  ['a line separator of Unicode', item({ name: 'Pen\u2028Total: 0.01 EUR' }), /one line/],
  ['a character that turns the direction of text', item({ name: 'Pen \u202e00.1' }), /one line/],
  ['an invisible character', { merchant: 'Corner\u200bBooks' }, /one line/],
  ['an escape sequence for terminals', { merchant: '\u001b[2J' }, /one line/],
  ['a letter that shows as nothing', item({ name: '\u3164' }), /one line/],
  ['such a letter between others', { payer: 'ada\u115f@example.com' }, /one line/],
  ['an empty pattern of Braille', { merchant: '\u2800\u2800' }, /one line/],
  ['a pile of marks, which would cover other lines', item({ name: `Pen${'\u0335'.repeat(40)}` }), /one line/],
  ['half of a surrogate pair', { merchant: 'Books \ud800' }, /one line/],
  ['an empty merchant', { merchant: '' }, /one line/],
  ['a merchant of spaces', { merchant: '   ' }, /one line/],
  ['a name of 121 characters', { merchant: 'x'.repeat(121) }, /120/],
  ['no items', { items: [] }, /items|>=1/i],
  ['51 items', { items: Array(51).fill(wish.items[0]) }, /50/],
  ['a part of an item', item({ quantity: 1.5 }), /int/],
  ['no item', item({ quantity: 0 }), />=1/],
  ['a negative price, which would be a hidden discount', item({ unitAmount: -1 }), />=0/],
  ['a price with decimals', item({ unitAmount: 7.5 }), /int/],
  ['a price as text', item({ unitAmount: '750' }), /number/],
  ['an endless price', item({ unitAmount: Number.POSITIVE_INFINITY }), /number/],
  ['all for nothing', item({ unitAmount: 0 }), /total must be from 1/],
  ['more than the largest total', item({ unitAmount: 100_000_000, quantity: 2 }), /total must be from 1 to 100000000/],
  ['an unknown currency', { currency: 'XYZ' }, /ISO 4217/],
  ['a currency in small letters', { currency: 'eur' }, /ISO 4217/],
  ['a total of the agent’s own', { total: 1 }, /total/],
  ['an unknown field', item({ discount: 100 }), /discount/],
]

for (const [what, changed, message] of invalid) {
  test(`initiate rejects ${what}`, () => {
    const { success, error } = PurchaseInput.safeParse({ ...wish, ...changed })
    assert.equal(success, false)
    assert.match(error!.message, message)
  })
}

test('initiate takes letters of every script, and one spelling of each', () => {
  const merchant = '  Cafe\u0301   株式会社 مقهى ❤\ufe0f '
  assert.equal(PurchaseInput.parse({ ...wish, merchant }).merchant, 'Café 株式会社 مقهى ❤\ufe0f')
})
