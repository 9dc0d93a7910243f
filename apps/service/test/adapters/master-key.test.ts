import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { createMasterKeyFile, readMasterKey } from '../../src/adapters/master-key.ts'
import { createRootKey } from '../../src/adapters/root-key.ts'

function createFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the first run creates a key that only its owner can read, and the next run reads it', (t) => {
  const folder = createFolder(t)
  const { key: first, isOurs } = createMasterKeyFile(folder, randomBytes)
  assert.equal(isOurs, true)
  assert.equal(statSync(join(folder, 'master.key')).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['master.key'])
  assert.deepEqual(readMasterKey(undefined, folder), first)
  const again = createMasterKeyFile(folder, randomBytes)
  assert.deepEqual([again.isOurs, again.key], [false, first])
})

test('a given key is used, and no file is created', (t) => {
  const folder = createFolder(t)
  const secret = randomBytes(32)
  const key = readMasterKey(secret.toString('base64url'), folder)
  assert.deepEqual(key, secret)
  assert.deepEqual(readdirSync(folder), [])
})

for (const text of ['', '\n', 'short', 'x'.repeat(44), randomBytes(31).toString('base64url')]) {
  test(`a file that contains ${JSON.stringify(text)} is rejected and left unchanged`, (t) => {
    const folder = createFolder(t)
    const file = join(folder, 'master.key')
    writeFileSync(file, text)
    assert.throws(() => readMasterKey(undefined, folder), {
      message: `${file} must hold 32 bytes in base64url; restore it from a backup`,
    })
    assert.equal(readFileSync(file, 'utf8'), text)
  })
}

test('the key file never exists without its key, so nodes that start together agree', async (t) => {
  const folder = createFolder(t)
  const module = import.meta.resolve('@thumbturn/service/adapters/master-key.ts')
  const script = `
    const { createMasterKeyFile } = await import('${module}')
    const { mkdirSync } = await import('node:fs')
    const { randomBytes } = await import('node:crypto')
    for (let round = 0; round < 200; round++) {
      mkdirSync('${folder}/' + round, { recursive: true })
      console.log(createMasterKeyFile('${folder}/' + round, randomBytes).key.toString('hex'))
    }`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const said = await Promise.all([start(), start(), start()])
  for (const { stdout } of said) assert.equal(stdout, said[0]!.stdout)
})

test('keys for different purposes have nothing in common', () => {
  const key = createRootKey(Buffer.alloc(32, 7))
  const made = [key.derive('a'), key.derive('b'), key.keyed('a', 'x'), key.keyed('b', 'x'), key.keyed('a', 'y')]
  assert.equal(new Set(made.map((bytes) => bytes.toString('hex'))).size, made.length)
})
