import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { application, rsaSigningKey, signingKey } from '@thumbturn/service-harness/store-situations.ts'
import {
  findRetirement,
  findSigningKey,
  leadMs,
  listKeyTimes,
  orderForPublication,
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
  assert.equal(findSigningKey([fresh, old], 'ES256', made + leadMs - 1), old)
  assert.equal(findSigningKey([fresh, old], 'ES256', made + leadMs), fresh)
})

test("an application's only key signs at once, and of two new keys, the older one signs", () => {
  assert.equal(findSigningKey([fresh], 'ES256', made), fresh)
  const newer = signingKey('shop', 'newer', made + 1)
  assert.equal(findSigningKey([newer, fresh], 'ES256', made + 1), fresh)
  assert.equal(findSigningKey([], 'ES256', made), undefined)
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
  const rest = { alg: 'ES256', signsAt: undefined, retiresAt: undefined, retiredAt: undefined }
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

const rsa = rsaSigningKey('shop', 'rsa', made)
const rsaNext = rsaSigningKey('shop', 'rsa next', made + day)

test('each algorithm has a schedule of its own', () => {
  const keys = [rsaNext, rsa, fresh, old]
  assert.equal(findSigningKey(keys, 'ES256', made), old)
  assert.equal(findSigningKey(keys, 'RS256', made), rsa)
  assert.equal(findSigningKey([fresh, old], 'RS256', made), undefined)
  assert.equal(findRetirement(shop, [rsa, fresh], 'fresh'), undefined)
  assert.equal(findRetirement(shop, [rsa, fresh], 'rsa'), undefined)
  const times = listKeyTimes(shop, keys, made + day).map(({ kid, alg, state }) => [kid, alg, state])
  assert.deepEqual(times, [
    ['rsa next', 'RS256', 'next'],
    ['rsa', 'RS256', 'signing'],
    ['fresh', 'ES256', 'signing'],
    ['old', 'ES256', 'verifying'],
  ])
})

test('with OpenID clients, a key of either algorithm stays for the longest lifetime of their tokens, a day', () => {
  assert.equal(findRetirement(shop, [rsa, fresh, old], 'old'), handedOver + day)
  assert.equal(findRetirement(shop, [rsaNext, rsa, fresh], 'rsa'), handedOver + 2 * day)
  const long = application('shop', { settings: { ...defaultSettings, refreshTokens: true } })
  assert.equal(findRetirement(long, [rsa, fresh, old], 'old'), handedOver + 30 * day)
})

test('the ES256 key that signs is published first, and RS256 keys are last', () => {
  const order = (at: number) => orderForPublication([rsaNext, rsa, fresh, old], at).map(({ kid }) => kid)
  assert.deepEqual(order(made), ['old', 'fresh', 'rsa', 'rsa next'])
  assert.deepEqual(order(made + day), ['fresh', 'old', 'rsa', 'rsa next'])
  assert.deepEqual(order(made + day + leadMs), ['fresh', 'old', 'rsa next', 'rsa'])
})
