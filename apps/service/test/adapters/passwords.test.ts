import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { createHashingPool } from '../../src/adapters/hashing/pool.ts'
import { createArgon2Passwords } from '../../src/adapters/passwords.ts'

const passwords = createArgon2Passwords((length) => randomBytes(length))

test('a password is stored as Argon2id with its own salt, and only that password matches', async () => {
  const [one, other] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(one, other)
  assert.equal(await passwords.matches('correct horse', one), true)
  for (const wrong of ['correct horsE', 'correct horse ', '', 'correct hors'])
    assert.equal(await passwords.matches(wrong, one), false)
})

test('the cost parameters are stored with the hash, in the standard format', async () => {
  // Created with the reference implementation: argon2 somesalt -id -t 2 -k 256 -p 1 -l 32.
  const stored = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  assert.equal(await passwords.matches('password', stored), true)
  assert.equal(await passwords.matches('Password', stored), false)
})

test('long passwords are hashed in full', async () => {
  const stored = await passwords.hash(`${'x'.repeat(255)}a`)
  assert.equal(await passwords.matches(`${'x'.repeat(255)}b`, stored), false)
})

test('without a stored hash, no password matches', async () => {
  assert.equal(await passwords.matches('anything', undefined), false)
})

const slow = { message: 'x', nonce: Buffer.alloc(16), tagLength: 32, memory: 19_456, passes: 2, parallelism: 1 }

test('hashing leaves the shared thread pool to everything else', async () => {
  const hashing = Array.from({ length: 8 }, () => passwords.hash('correct horse'))
  const first = await Promise.race([stat('.').then(() => 'the file system'), hashing[0]!.then(() => 'a password')])
  assert.equal(first, 'the file system')
  await Promise.all(hashing)
})

test('a full queue is an outage, and free space in it ends the outage', async () => {
  const derive = createHashingPool({ workers: 1, mostWaiting: 2 })
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => derive(slow)))
  assert.deepEqual(
    outcomes.map((one) => (one.status === 'rejected' ? (one.reason as Error).name : 'hashed')),
    ['hashed', 'hashed', 'hashed', 'Outage', 'Outage'],
  )
  assert.equal((await derive(slow)).length, 32)
})

test('a failing thread rejects only its own work', async () => {
  const derive = createHashingPool({ workers: 1, mostWaiting: 2 })
  const [wrong, right] = await Promise.allSettled([derive({ ...slow, memory: -1 }), derive(slow)])
  assert.deepEqual([wrong!.status, right!.status], ['rejected', 'fulfilled'])
})
