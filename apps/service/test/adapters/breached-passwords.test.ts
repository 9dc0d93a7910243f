import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBreachedPasswords } from '../../src/adapters/breached-passwords.ts'
import { loadConfig } from '../../src/config.ts'
import { isOutage } from '../../src/core/errors.ts'
import { openInstallation } from '../../src/installation.ts'

const folder = mkdtempSync(join(tmpdir(), 'breached-'))
const known = Array.from({ length: 600 }, (_, at) => `password${at}`)

const hashed = (algorithm: 'sha1' | 'sha256', passwords = known) =>
  passwords.map((password) => createHash(algorithm).update(password).digest('hex').toUpperCase()).sort()

let files = 0
function writeList(text: string): string {
  const path = join(folder, `list-${++files}.txt`)
  writeFileSync(path, text)
  return path
}

const counted = (hashes: string[]) => hashes.map((hash, at) => `${hash}:${at ** 2}`)

for (const [what, text] of [
  ['SHA-1 with counts, as they are published', counted(hashed('sha1')).join('\n')],
  ['the same with lines that Windows ends', `${counted(hashed('sha1')).join('\r\n')}\r\n`],
  ['SHA-1 without counts, in small letters', `${hashed('sha1').join('\n').toLowerCase()}\n`],
  ['SHA-256', `${hashed('sha256').join('\n')}\n`],
] as const) {
  test(`every password of a list is found in it, and no other: ${what}`, async () => {
    const list = await openBreachedPasswords(writeList(text))
    for (const password of known) assert.equal(await list.has(password), true, password)
    for (let at = 0; at < 200; at++) assert.equal(await list.has(`other${at}`), false)
  })
}

test('lists with one or two entries work, and so does a replaced list', async () => {
  const [first = '', second = ''] = hashed('sha1', ['one', 'two'])
  const path = writeList(`${first}:3`)
  const list = await openBreachedPasswords(path)
  const found = async () => [await list.has('one'), await list.has('two'), await list.has('three')].filter(Boolean)
  assert.equal((await found()).length, 1)
  writeFileSync(path, `${first}:3\n${second}:1\n`)
  assert.equal((await found()).length, 2)
})

for (const [what, text, message] of [
  ['empty', '', /it is empty/],
  ['not sorted', hashed('sha1').reverse().join('\n'), /it is not sorted by hash: see byte \d+/],
  ['of plain passwords', known.join('\n'), /no hash of 40 or 64 hex digits at byte 0/],
  ['one long line', 'A'.repeat(5_000), /no hash of 40 or 64 hex digits at byte 0/],
  ['of two kinds of hash', `${'0'.repeat(40)}\n${'F'.repeat(64)}\n`, /its hashes differ in length/],
] as const) {
  test(`a list that is ${what} is rejected by name when it is opened`, async () => {
    const path = writeList(text)
    await assert.rejects(openBreachedPasswords(path), (error: Error) => {
      assert.ok(error.message.startsWith(`BREACHED_PASSWORDS (${path}): `), error.message)
      assert.match(error.message, message)
      return true
    })
  })
}

test('a list that was deleted, or damaged, is an outage until it is back', async () => {
  const text = hashed('sha1').join('\n')
  const path = writeList(text)
  const list = await openBreachedPasswords(path)
  rmSync(path)
  await assert.rejects(list.has('password7'), isOutage)
  writeFileSync(path, known.join('\n'))
  await assert.rejects(list.has('password7'), isOutage)
  writeFileSync(path, text)
  assert.equal(await list.has('password7'), true)
})

test('a folder is rejected by name', async () => {
  await assert.rejects(openBreachedPasswords(folder), /^OperatorError: BREACHED_PASSWORDS/)
})

test("an installation queries the configured list, and doesn't start with an invalid one", async () => {
  const path = writeList(hashed('sha1').join('\n'))
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: 'sqlite::memory:', BREACHED_PASSWORDS: path }
  const { passwords, store } = await openInstallation(loadConfig(settings))
  assert.deepEqual([await passwords.isBreached('password7'), await passwords.isBreached('a better one')], [true, false])
  await store.close()
  await assert.rejects(
    openInstallation(loadConfig({ ...settings, BREACHED_PASSWORDS: writeList('none') })),
    /no hash of 40/,
  )
})
