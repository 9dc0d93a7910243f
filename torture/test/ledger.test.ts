import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDevice } from '@thumbturn/service-harness/situations.ts'
import { type Account, createAccount, findViolations, type StoredUser } from '../src/common/ledger.ts'
import type { Authorization, StoredFamily } from '../src/common/openid-ledger.ts'

const device = newDevice({ counter: 'counting' })
const creation = device.create({
  rp: { id: 'localhost' },
  user: { id: 'ada', name: 'ada', displayName: 'Ada' },
  challenge: '',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
})

const account = (changes: Partial<Account> = {}): Account => ({
  ...createAccount({ username: 'ada', device, credentialId: creation.credentialId }),
  registered: 'yes',
  names: ['Laptop'],
  signIns: { acknowledged: 2, unknown: 0 },
  codes: { acknowledged: 0, unknown: 1 },
  transactions: { acknowledged: 1, unknown: 0 },
  ...changes,
})

const stored = (changes: Partial<StoredUser> = {}): StoredUser => ({
  userId: 'u1',
  username: 'ada',
  passkeys: [{ credentialId: creation.credentialId, name: 'Laptop', signCount: 0 }],
  names: 1,
  signUps: 1,
  signIns: 2,
  codes: 0,
  transactions: 1,
  siteSignIns: 0,
  browserSessions: 0,
  sessionsStarted: 0,
  sessionsEnded: 0,
  clientSignIns: 0,
  consents: 0,
  families: [],
  ...changes,
})

const compare = (accounts: Account[], users: StoredUser[]) => findViolations(accounts, { users, orphans: [] })

test('a store with exactly what was acknowledged has no violation', () => {
  assert.deepEqual(compare([account()], [stored()]), [])
})

test('an effect whose response was lost can be stored or not', () => {
  const unknown = account({ registered: 'unknown', signIns: { acknowledged: 0, unknown: 0 } })
  assert.deepEqual(compare([unknown], []), [])
  assert.deepEqual(compare([account()], [stored({ codes: 1 })]), [])
  assert.deepEqual(compare([account({ deleted: 'unknown' })], []), [])
})

test('a lost registration, a lost deletion, and an unknown user are violations', () => {
  assert.deepEqual(compare([account()], []), ['ada: an acknowledged registration is lost'])
  assert.deepEqual(compare([account({ deleted: 'yes' })], [stored()]), ['ada: an acknowledged deletion is lost'])
  assert.deepEqual(compare([account({ registered: 'no' })], [stored()]), ['ada: a rejected registration is stored'])
  assert.deepEqual(compare([], [stored()]), ['ada is stored, but no client registered that user'])
})

test('a sign-in that is lost or counted twice is a violation', () => {
  assert.deepEqual(compare([account()], [stored({ signIns: 1 })]), ['ada: signIns stored 1, expected 2'])
  assert.deepEqual(compare([account()], [stored({ signIns: 3 })]), ['ada: signIns stored 3, expected 2'])
  assert.deepEqual(compare([account()], [stored({ codes: 2 })]), ['ada: codes stored 2, expected 0 to 1'])
})

test('a user without a passkey, or with half of what belongs together, is a violation', () => {
  const found = compare([account({ registered: 'unknown' })], [stored({ passkeys: [] })])
  assert.deepEqual(found, ['ada is stored incompletely: 0 passkeys, 1 names, 1 events'])
  assert.equal(compare([account()], [stored({ signUps: 0 })]).length, 1)
})

test('an earlier name of a passkey and a counter that went back are violations', () => {
  const [passkey] = stored().passkeys
  const renamed = compare([account({ names: ['Phone'] })], [stored()])
  assert.deepEqual(renamed, ["ada: the name Laptop isn't one of Phone"])
  const back = compare([account({ signCount: 1 })], [stored({ passkeys: [{ ...passkey!, signCount: 0 }] })])
  assert.deepEqual(back, ["ada: the counter 0 isn't from 1 to 0"])
})

test('rows of users who do not exist are violations', () => {
  assert.deepEqual(findViolations([], { users: [], orphans: ['passkeys has a row of u2'] }), [
    'passkeys has a row of u2',
  ])
})

const authorization = (changes: Partial<Authorization> = {}): Authorization => ({
  clientId: 'asking',
  family: 'f1',
  revoked: 'no',
  deleted: 'no',
  exchangedAt: 5_000,
  ...changes,
})
const family = (changes: Partial<StoredFamily> = {}): StoredFamily => ({
  id: 'f1',
  isRevoked: false,
  exchangedAt: 5_001,
  ...changes,
})

/** Compares a user who signed in to a client once. */
const compareClient = (known: Partial<Account>, families: StoredFamily[], consents = 1) =>
  compare(
    [account({ clientSignIns: { acknowledged: 1, unknown: 0 }, consent: 'yes', ...known })],
    [stored({ clientSignIns: 1, consents, families })],
  )

test('an authorization that is stored as its client knows it has no violation', () => {
  assert.deepEqual(compareClient({ authorizations: [authorization()] }, [family()]), [])
  const revoked = authorization({ revoked: 'yes' })
  assert.deepEqual(compareClient({ authorizations: [revoked] }, [family({ isRevoked: true })]), [])
  const deleted = authorization({ deleted: 'yes' })
  assert.deepEqual(compareClient({ authorizations: [deleted], consent: 'no' }, [], 0), [])
})

test('a lost authorization, exchange, or revocation is a violation', () => {
  const known = { authorizations: [authorization()] }
  assert.deepEqual(compareClient(known, []), [
    'ada: an acknowledged authorization is lost',
    'ada: 0 authorizations are stored after 1 sign-ins to clients',
  ])
  assert.deepEqual(compareClient(known, [family({ exchangedAt: 4_999 })]), [
    'ada: an acknowledged exchange of a refresh token is lost',
  ])
  const revoked = { authorizations: [authorization({ revoked: 'yes' })] }
  assert.deepEqual(compareClient(revoked, [family()]), ['ada: an acknowledged revocation of tokens is lost'])
  assert.deepEqual(compareClient(known, [family({ isRevoked: true })]), [
    'ada: an authorization was revoked, but no client did that',
  ])
})

/** An authorization whose tokens got lost with the response, so that the repetition revoked them. */
const lost = (changes: Partial<Authorization> = {}): Authorization => ({
  clientId: 'asking',
  revoked: 'yes',
  deleted: 'no',
  ...changes,
})

test('a consent that is revoked deletes an authorization whose response was lost, and no other', () => {
  const deleted: Partial<Account> = { authorizations: [lost({ deleted: 'yes' })], consent: 'no' }
  assert.deepEqual(compareClient(deleted, [], 0), [])
  assert.deepEqual(compareClient(deleted, [family({ isRevoked: true })], 0), [
    'ada: 1 authorizations are stored that no client has',
  ])
  assert.deepEqual(compareClient({ clientSignIns: { acknowledged: 0, unknown: 1 }, consent: 'no' }, [], 0), [])
  for (const authorizations of [[], [lost()], [lost({ clientId: 'trusted' })]])
    assert.deepEqual(compareClient({ authorizations, consent: 'no' }, [], 0), [
      'ada: 0 authorizations are stored after 1 sign-ins to clients',
    ])
})

test('a code that was used twice without revoking its tokens is a violation', () => {
  const known = { authorizations: [lost()] }
  assert.deepEqual(compareClient(known, [family({ isRevoked: true })]), [])
  assert.deepEqual(compareClient(known, [family()]), ['ada: an authorization whose code was used twice works'])
  assert.deepEqual(compareClient({}, [family({ isRevoked: true })]), [
    'ada: 1 authorizations are stored that no client has',
  ])
})

test('a consent that is lost, or back after its revocation, is a violation', () => {
  const known = { authorizations: [authorization()] }
  assert.deepEqual(compareClient(known, [family()], 0), ['ada: an acknowledged consent is lost'])
  const deleted: Partial<Account> = { authorizations: [authorization({ deleted: 'yes' })], consent: 'no' }
  assert.deepEqual(compareClient(deleted, [family()]), [
    'ada: a revoked consent is stored',
    'ada: an authorization of a revoked consent is stored',
  ])
})

test('a browser session without its events is a violation', () => {
  const begun = account({ sessionsStarted: { acknowledged: 1, unknown: 0 } })
  assert.deepEqual(compare([begun], [stored({ sessionsStarted: 1, browserSessions: 1 })]), [])
  assert.deepEqual(compare([begun], [stored({ sessionsStarted: 1 })]), [
    'ada: 0 browser sessions are stored, but 1 began and 0 ended',
  ])
})
