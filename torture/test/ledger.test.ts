import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDevice } from '@thumbturn/service-harness/situations.ts'
import { type Account, findViolations, type StoredUser } from '../src/common/ledger.ts'

const device = newDevice({ counter: 'counting' })
const creation = device.create({
  rp: { id: 'localhost' },
  user: { id: 'ada', name: 'ada', displayName: 'Ada' },
  challenge: '',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
})

const account = (changes: Partial<Account> = {}): Account => ({
  username: 'ada',
  device,
  credentialId: creation.credentialId,
  registered: 'yes',
  deleted: 'no',
  names: ['Laptop'],
  signIns: { acknowledged: 2, unknown: 0 },
  codes: { acknowledged: 0, unknown: 1 },
  transactions: { acknowledged: 1, unknown: 0 },
  signCount: 0,
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
