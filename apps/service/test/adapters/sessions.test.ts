import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createRootKey } from '../../src/adapters/root-key.ts'
import { sealBytes } from '../../src/adapters/sealed-box.ts'
import { createSealedSessions } from '../../src/adapters/sessions.ts'
import type { AuthenticationFlow } from '../../src/core/flows/authentication/flow.ts'
import type { RegistrationFlow } from '../../src/core/flows/registration/flow.ts'

const midnight = Date.UTC(2027, 2, 15)
const secret = randomBytes(32)

/** Sessions of a node whose clock shows `at`. */
const at = (at: number, key = secret) =>
  createSealedSessions(createRootKey(key), { now: () => at, bytes: randomBytes, watermark: () => 0 })

const flow = (expiresAt: number): AuthenticationFlow => ({
  purpose: 'authentication',
  epoch: '000000',
  id: 'a session',
  appId: 'demo',
  appCreatedAt: midnight,
  startedAt: expiresAt - 300_000,
  expiresAt,
  challenge: 'challenge',
  deviceId: undefined,
  thumbprints: [],
  device: { clientName: 'Chrome' },
  userId: 'ada',
})
const rejected = { code: 'forbidden', message: 'Unknown or expired session' }

test("a session's length doesn't depend on its booleans", () => {
  const sessions = at(midnight)
  const lengths = [true, false].map((isNew) => {
    const user = {
      id: 'ada',
      username: 'ada',
      usernameType: 'other',
      displayName: 'Ada',
      isNew,
      epoch: '000000',
    } as const
    const started: RegistrationFlow = {
      ...flow(midnight + 300_000),
      purpose: 'registration',
      user,
      conditional: !isNew,
      closed: !isNew,
      authorized: isNew,
    }
    const changed: RegistrationFlow = { ...started, closed: isNew }
    const session = sessions.seal(started)
    assert.deepEqual(sessions.open<RegistrationFlow>('registration', session).user, user)
    return [session.length, sessions.seal(changed).length]
  })
  assert.deepEqual(lengths[0], lengths[1])
  assert.equal(new Set(lengths.flat()).size, 1)
})

test('every node with the key can open a sealed session', () => {
  const session = at(midnight).seal(flow(midnight + 300_000))
  const { deviceId, ...expected } = flow(midnight + 300_000)
  assert.deepEqual(at(midnight).open('authentication', session), expected)
  assert.throws(() => at(midnight, randomBytes(32)).open('authentication', session), rejected)
})

test('a session that starts just before midnight has the same lifetime as any other', () => {
  const session = at(midnight - 1).seal(flow(midnight + 299_999))
  for (const now of [midnight - 1, midnight, midnight + 299_998]) at(now).open('authentication', session)
  assert.throws(() => at(midnight + 299_999).open('authentication', session), rejected)
})

test('nodes whose clocks are on either side of midnight open each other’s sessions', () => {
  at(midnight - 1).open('authentication', at(midnight).seal(flow(midnight + 300_000)))
  at(midnight).open('authentication', at(midnight - 1).seal(flow(midnight + 300_000)))
})

test('no session outlives the key of the following day, whatever its expiry says', () => {
  const day = 24 * 60 * 60 * 1000
  const session = at(midnight).seal(flow(midnight + 100 * day))
  at(midnight + 2 * day - 1).open('authentication', session)
  assert.throws(() => at(midnight + 2 * day).open('authentication', session), rejected)
  assert.throws(() => at(midnight - day - 1).open('authentication', session), rejected)
})

test('a session with any byte changed, removed, or added is rejected', () => {
  const sessions = at(midnight)
  const sealed = Buffer.from(sessions.seal(flow(midnight + 300_000)), 'base64url')
  for (let place = 0; place < sealed.length; place++) {
    for (const bit of [1, 128]) {
      const changed = Buffer.from(sealed)
      changed[place]! ^= bit
      assert.throws(() => sessions.open('authentication', changed.toString('base64url')), rejected, `byte ${place}`)
    }
    assert.throws(() => sessions.open('authentication', sealed.subarray(0, place).toString('base64url')), rejected)
  }
  const longer = Buffer.concat([sealed, Buffer.alloc(1)]).toString('base64url')
  assert.throws(() => sessions.open('authentication', longer), rejected)
})

test("the day can't be replaced: its key and its seal are bound to it", () => {
  const sealed = Buffer.from(at(midnight).seal(flow(midnight + 300_000)), 'base64url')
  for (const step of [-1, 1]) {
    const moved = Buffer.from(sealed)
    moved.writeUInt32BE(sealed.readUInt32BE(0) + step, 0)
    assert.throws(() => at(midnight).open('authentication', moved.toString('base64url')), rejected)
  }
})

test('a session has only one valid spelling', () => {
  const session = at(midnight).seal(flow(midnight + 300_000))
  for (const odd of [`${session}=`, ` ${session}`, `${session}\n`, session.replace(/.$/, '$&.'), session.toLowerCase()])
    assert.throws(() => at(midnight).open('authentication', odd), rejected)
})

test('a session never ends in a zero that a client would drop: it is sealed again with another nonce', () => {
  const root = createRootKey(secret)
  const started = flow(midnight + 300_000)
  const sealedWith = (nonces: Buffer[]) => {
    const sessions = createSealedSessions(root, {
      now: () => midnight,
      bytes: () => nonces.shift()!,
      watermark: () => 0,
    })
    return Buffer.from(sessions.seal(started), 'base64url')
  }
  const key = root.derive(`session ${midnight / 86_400_000}`)
  const about = `session ${midnight / 86_400_000}`
  const readEnd = (iv: Buffer) => sealBytes(key, Buffer.from(JSON.stringify(started)), { about, iv }).subarray(-2)
  const nonceThat = (fits: (end: Buffer) => boolean) => {
    for (;;) {
      const nonce = randomBytes(12)
      if (fits(readEnd(nonce))) return nonce
    }
  }
  const good = nonceThat((end) => !end.includes(0))
  const wanted = sealedWith([good])
  for (const place of [0, 1]) {
    const bad = nonceThat((end) => end[place] === 0)
    assert.deepEqual(sealedWith([bad, bad, good]), wanted)
  }
  assert.deepEqual(at(midnight).open('authentication', wanted.toString('base64url')).id, started.id)
})

test('a session for another purpose is rejected, and the log has the reason', () => {
  const session = at(midnight).seal(flow(midnight + 300_000))
  assert.throws(() => at(midnight).open('registration', session), {
    ...rejected,
    cause: 'the session is for authentication',
  })
})

test('a node that runs for weeks opens the sessions of each day', () => {
  const day = 24 * 3_600_000
  let now = midnight
  const sessions = createSealedSessions(createRootKey(secret), {
    now: () => now,
    bytes: randomBytes,
    watermark: () => 0,
  })
  for (let days = 0; days < 14; days++, now += day) {
    const session = sessions.seal(flow(now + 300_000))
    assert.equal(sessions.open('authentication', session).expiresAt, now + 300_000)
    assert.deepEqual(at(now).open('authentication', session), sessions.open('authentication', session))
  }
})
