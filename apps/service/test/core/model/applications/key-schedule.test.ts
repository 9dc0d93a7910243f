import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { application, signingKey } from '@thumbturn/service-harness/store-situations.ts'
import {
  findRetirement,
  findSigningKey,
  leadMs,
  listKeyTimes,
  tokensUntilAfter,
} from '../../../../src/core/model/applications/key-schedule.ts'

const day = 86_400_000
const made = 100 * day
const old = signingKey('shop', 'old', day)
const fresh = signingKey('shop', 'fresh', made)
const shop = application('shop')
/** The last time that the slowest clock lets the old key sign. */
const handedOver = made + leadMs + 120_000

test('a key can sign seven minutes after it is created: five for key sets, one for nodes, one for clocks', () => {
  assert.equal(leadMs, 7 * 60_000)
})

test('the newest key signs once every verifier can have it, to the millisecond', () => {
  assert.equal(findSigningKey([fresh, old], made + leadMs - 1), old)
  assert.equal(findSigningKey([fresh, old], made + leadMs), fresh)
})

test("an application's only key signs at once, and of two new keys, the older one signs", () => {
  assert.equal(findSigningKey([fresh], made), fresh)
  const newer = signingKey('shop', 'newer', made + 1)
  assert.equal(findSigningKey([newer, fresh], made + 1), fresh)
  assert.equal(findSigningKey([], made), undefined)
})

test('only a key with a successor is ever retired', () => {
  assert.equal(findRetirement(shop, [fresh, old], 'fresh'), undefined)
  assert.equal(findRetirement(shop, [old], 'old'), undefined)
})

for (const [what, settings, seconds] of [
  ['an access token', { accessTokenSeconds: 86_400 }, 86_400],
  ['a grant', { accessTokenSeconds: 30, idTokenSeconds: 30, externalAuthSeconds: 5, grantTokenSeconds: 599 }, 599],
  ['an ID token or a signed payload', { idTokenSeconds: 86_399 }, 86_399],
  ['a backend assertion', { accessTokenSeconds: 30, idTokenSeconds: 30, externalAuthSeconds: 598 }, 598],
  ['a refresh token', { refreshTokens: true, refreshTokenSeconds: 31_536_000 }, 31_536_000],
  ['an access token without refresh tokens enabled', { refreshTokenSeconds: 31_536_000 }, 600],
] as const) {
  test(`a key is retired when ${what} it last signed has expired`, () => {
    const of = application('shop', { settings: { ...defaultSettings, ...settings } })
    assert.equal(findRetirement(of, [fresh, old], 'old'), handedOver + seconds * 1000)
  })
}

test('the longest token lifetime takes every kind of token into account', () => {
  const lives = Object.keys(defaultSettings).filter((name) => /TokenSeconds$|AuthSeconds$/.test(name))
  assert.deepEqual(lives.sort(), [
    'accessTokenSeconds',
    'externalAuthSeconds',
    'grantTokenSeconds',
    'idTokenSeconds',
    'refreshTokenSeconds',
  ])
})

test("shortening a lifetime doesn't end existing tokens: their key stays", () => {
  const long = application('shop', { settings: { ...defaultSettings, accessTokenSeconds: 86_400 } })
  const tokensUntil = tokensUntilAfter(long, defaultSettings, made)
  assert.equal(tokensUntil, made + 120_000 + day)
  assert.equal(findRetirement(application('shop', { tokensUntil }), [fresh, old], 'old'), tokensUntil)
  assert.equal(tokensUntilAfter(application('shop', { tokensUntil }), long.settings, made), tokensUntil)
  const later = { ...defaultSettings, accessTokenSeconds: 300, idTokenSeconds: 300 }
  assert.equal(tokensUntilAfter(application('shop', { tokensUntil }), later, made + 1), tokensUntil)
})

test('each key reports its state and when the state changes', () => {
  const gone = { ...signingKey('shop', 'gone', 1), retiredAt: 5 }
  const rest = { signsAt: undefined, retiresAt: undefined, retiredAt: undefined }
  const retired = { ...rest, kid: 'gone', state: 'retired', createdAt: 1, retiredAt: 5 }
  const retires = { retiresAt: handedOver + 600_000 }
  assert.deepEqual(listKeyTimes(shop, [fresh, old, gone], made), [
    { ...rest, kid: 'fresh', state: 'next', createdAt: made, signsAt: made + leadMs },
    { ...rest, kid: 'old', state: 'signing', createdAt: day, ...retires },
    retired,
  ])
  assert.deepEqual(listKeyTimes(shop, [fresh, old, gone], made + leadMs), [
    { ...rest, kid: 'fresh', state: 'signing', createdAt: made },
    { ...rest, kid: 'old', state: 'verifying', createdAt: day, ...retires },
    retired,
  ])
})
