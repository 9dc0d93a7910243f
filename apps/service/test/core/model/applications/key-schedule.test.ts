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
/** When the slowest clock has let the old key sign for the last time. */
const handedOver = made + leadMs + 60_000

test('a key may be signed by seven minutes after it is made: five for key sets, one for nodes, one for clocks', () => {
  assert.equal(leadMs, 7 * 60_000)
})

test('the newest key signs once everybody can know it, to the millisecond', () => {
  assert.equal(findSigningKey([fresh, old], made + leadMs - 1), old)
  assert.equal(findSigningKey([fresh, old], made + leadMs), fresh)
})

test('the only key signs at once, and of two new ones that known longest', () => {
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
  ["a backend's word", { accessTokenSeconds: 30, idTokenSeconds: 30, externalAuthSeconds: 598 }, 598],
  ['a refresh token', { refreshTokens: true, refreshTokenSeconds: 31_536_000 }, 31_536_000],
  ['an access token where refresh tokens cannot be exchanged', { refreshTokenSeconds: 31_536_000 }, 600],
] as const) {
  test(`a key is retired when ${what} that it signed last has ended`, () => {
    const of = application('shop', { settings: { ...defaultSettings, ...settings } })
    assert.equal(findRetirement(of, [fresh, old], 'old'), handedOver + seconds * 1000)
  })
}

test('no kind of token is forgotten when the longest life is asked for', () => {
  const lives = Object.keys(defaultSettings).filter((name) => /TokenSeconds$|AuthSeconds$/.test(name))
  assert.deepEqual(lives.sort(), [
    'accessTokenSeconds',
    'externalAuthSeconds',
    'grantTokenSeconds',
    'idTokenSeconds',
    'refreshTokenSeconds',
  ])
})

test('shorter lives do not end the tokens that there are: their key stays', () => {
  const long = application('shop', { settings: { ...defaultSettings, accessTokenSeconds: 86_400 } })
  const tokensUntil = tokensUntilAfter(long, defaultSettings, made)
  assert.equal(tokensUntil, made + 60_000 + day)
  assert.equal(findRetirement(application('shop', { tokensUntil }), [fresh, old], 'old'), tokensUntil)
  assert.equal(tokensUntilAfter(application('shop', { tokensUntil }), long.settings, made), tokensUntil)
  const later = { ...defaultSettings, accessTokenSeconds: 300, idTokenSeconds: 300 }
  assert.equal(tokensUntilAfter(application('shop', { tokensUntil }), later, made + 1), tokensUntil)
})

test('each key says where it is in its life, and when that changes', () => {
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
