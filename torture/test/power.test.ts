import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, type StoredUser } from '../src/common/ledger.ts'
import { createRandom } from '../src/common/random.ts'
import { createDisk } from '../src/runs/power/disk.ts'
import { type Note, readLedger } from '../src/runs/power/notes.ts'
import { type FileAction, readTrace } from '../src/runs/power/trace.ts'

const toHex = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
const log = toHex('/tmp/store.db-wal')

test('a recording is read in the order in which calls ended, and a flush has a beginning and an end', () => {
  const trace = [
    `10 pwrite64(5<${log}>, "${toHex('one')}", 3, 0) = 3`,
    `11 fdatasync(6<${log}> <unfinished ...>`,
    `10 pwrite64(5<${log}>, "${toHex('two')}", 3, 3) = 3`,
    '11 <... fdatasync resumed>) = 0',
    `10 ftruncate(5<${log}>, 3) = 0`,
    `10 write(7<${toHex('/tmp/notes')}>, "${toHex('{"what":"ready"}\n')}", 17) = 17`,
  ]
  const file = 'store.db-wal'
  assert.deepEqual(readTrace(trace.join('\n')), [
    { kind: 'write', file, offset: 0, data: Buffer.from('one') },
    { kind: 'flushBegins', file, flush: 1 },
    { kind: 'write', file, offset: 3, data: Buffer.from('two') },
    { kind: 'flushEnds', file, flush: 1 },
    { kind: 'truncate', file, size: 3 },
    { kind: 'note', note: { what: 'ready' } },
  ])
})

test('a call that the replay does not know is an error', () => {
  assert.throws(() => readTrace(`10 writev(5<${log}>, [{iov_base="${toHex('a')}", iov_len=1}], 1) = 1`), /writev/)
})

test('a loss of power keeps what ended before a flush began, and of the rest anything', () => {
  const file = 'store.db'
  const write = (offset: number, text: string): FileAction => ({ kind: 'write', file, offset, data: Buffer.from(text) })
  const disk = createDisk(new Map())
  disk.apply(write(0, 'abc'))
  disk.apply({ kind: 'flushBegins', file, flush: 1 })
  disk.apply(write(3, 'def'))
  disk.apply({ kind: 'flushEnds', file, flush: 1 })
  disk.apply({ kind: 'truncate', file, size: 1 })
  const read = (loss: 'nothing' | 'some' | 'everything', seed = 1) =>
    disk.read(loss, createRandom(seed)).get(file)?.toString()
  assert.equal(read('everything'), 'abc')
  assert.equal(read('nothing'), 'a')
  const some = new Set(Array.from({ length: 50 }, (_, seed) => read('some', seed)))
  assert.deepEqual([...some].toSorted(), ['a', 'abc', 'abcdef'])
})

const username = 'ada'
const acknowledge = (action: NonNullable<Note['action']>, value?: string): Note[] => [
  { what: 'begun', action, username, value },
  { what: 'acknowledged', action, username, value },
]
/** A user with a session, a consent, and the tokens of a client. */
const stored: StoredUser = {
  ...{ userId: 'u1', username, passkeys: [{ credentialId: 'c1', name: 'Chrome on Linux', signCount: 0 }] },
  ...{ names: 1, signUps: 1, signIns: 0, codes: 0, transactions: 0, siteSignIns: 0 },
  ...{ browserSessions: 1, sessionsStarted: 1, sessionsEnded: 0, clientSignIns: 1, consents: 1 },
  families: [{ id: 'f1', isRevoked: false, exchangedAt: 7 }],
}

test('notes about the OpenID Provider are compared with what is stored', () => {
  const begun = [
    ...acknowledge('register', 'c1'),
    ...acknowledge('openBrowser'),
    ...acknowledge('consent'),
    ...acknowledge('signInToClient', 'f1'),
  ]
  const find = (more: Note[], user: Partial<StoredUser> = {}) => {
    const snapshot = { users: [{ ...stored, ...user }], orphans: [] }
    return findViolations(readLedger([...begun, ...more], snapshot), snapshot)
  }
  assert.deepEqual(find(acknowledge('refresh', '7')), [])
  assert.deepEqual(find(acknowledge('refresh', '8')), ['ada: an acknowledged exchange of a refresh token is lost'])
  assert.deepEqual(find(acknowledge('revokeTokens')), ['ada: an acknowledged revocation of tokens is lost'])
  assert.deepEqual(find(acknowledge('signOut')), ['ada: sessionsEnded stored 0, expected 1'])
  assert.deepEqual(find(acknowledge('revokeConsent').slice(0, 1), { consents: 0, families: [] }), [])
  assert.deepEqual(find(acknowledge('revokeConsent')), [
    'ada: a revoked consent is stored',
    'ada: an authorization of a revoked consent is stored',
  ])
})
