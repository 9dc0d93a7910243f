import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder, start } from '@thumbturn/service-harness/program.ts'
import { computeKeyCheck } from '../../src/adapters/key-ring.ts'

type Settings = Record<string, string>

const newKey = () => randomBytes(32).toString('base64url')

/** An installation with an application, whose key is in its folder unless settings say otherwise. */
async function createInstallation(t: TestContext, settings: Settings = {}) {
  const DATA_DIR = dataFolder(t)
  const run = (text: string, changes: Settings = {}) =>
    runCommand(text.split(' '), { DATA_DIR, THUMBTURN_BACKUP_PASSPHRASE: 'correct horse', ...settings, ...changes })
  const succeed = async (text: string, changes?: Settings) => {
    const { code, stdout, stderr } = await run(text, changes)
    assert.equal(code, 0, stderr)
    return stdout
  }
  const fail = async (text: string, changes?: Settings) => {
    const { code, stderr } = await run(text, changes)
    assert.equal(code, 2)
    return stderr
  }
  await succeed('app create shop --rp-id example.com --origin https://example.com')
  const file = (name: string) => join(DATA_DIR, name)
  const write = (text: string) => {
    const path = join(dataFolder(t), 'next.key')
    writeFileSync(path, text)
    return path
  }
  return { DATA_DIR, succeed, fail, file, write }
}

const readRing = (file: string): string => {
  const database = new DatabaseSync(file)
  const { value } = database.prepare(`select value from installation where name = 'master key'`).get()!
  database.close()
  return String(value)
}

const writeRing = (file: string, value: string) => {
  const database = new DatabaseSync(file)
  database.prepare(`update installation set value = ? where name = 'master key'`).run(value)
  database.close()
}

test('the key in the data folder is replaced, and the previous one opens the database until the rotation is finished', async (t) => {
  const { succeed, fail, file } = await createInstallation(t)
  const first = readFileSync(file('master.key'), 'utf8')
  const signing = await succeed('signing-key list shop')
  assert.match(await succeed('master-key rotate'), /^Master key \S{8} opens the database, and so does \S{8}\./)
  const next = readFileSync(file('master.key'), 'utf8')
  assert.notEqual(next, first)
  assert.equal(statSync(file('master.key')).mode & 0o777, 0o600)
  assert.equal(readFileSync(file('master.key.previous'), 'utf8'), first)
  assert.match(await succeed('master-key list'), /previous\n.+ {2}new, configured here\n$/)
  await succeed('app list', { THUMBTURN_MASTER_KEY: first.trim() })
  assert.match(await fail('master-key rotate'), /A rotation of the master key is under way: finish it/)
  await succeed('master-key finish')
  assert.ok(!existsSync(file('master.key.previous')))
  assert.match(
    await fail('app list', { THUMBTURN_MASTER_KEY: first.trim() }),
    /belongs to another master key than the one in THUMBTURN_MASTER_KEY: .*after a rotation, the new one/,
  )
  assert.equal(await succeed('signing-key list shop'), signing)
  await succeed('signing-key rotate shop')
  assert.match(await fail('master-key finish'), /No rotation of the master key is under way/)
})

test('a key from the environment is replaced by one from a file, which is never printed', async (t) => {
  const [first, next] = [newKey(), newKey()]
  const { succeed, fail, write, file } = await createInstallation(t, { THUMBTURN_MASTER_KEY: first })
  assert.match(await fail('master-key rotate'), /comes from THUMBTURN_MASTER_KEY: create the new one there/)
  const said = await succeed(`master-key rotate --key-file ${write(`${next}\n`)}`)
  assert.ok(!said.includes(next))
  assert.match(await fail('master-key finish'), /This command has the previous master key/)
  await succeed('app list', { THUMBTURN_MASTER_KEY: next })
  await succeed('master-key finish', { THUMBTURN_MASTER_KEY: next })
  assert.match(await fail('app list'), /belongs to another master key/)
  assert.ok(!existsSync(file('master.key')))
})

test('a rotation can be canceled with the previous key, also after the new one is in place', async (t) => {
  const [first, next] = [newKey(), newKey()]
  const given = await createInstallation(t, { THUMBTURN_MASTER_KEY: first })
  assert.match(await given.fail('master-key cancel'), /No rotation of the master key is under way/)
  await given.succeed(`master-key rotate --key-file ${given.write(next)}`)
  assert.match(await given.fail('master-key cancel', { THUMBTURN_MASTER_KEY: next }), /give it the previous one/)
  await given.succeed('master-key cancel')
  assert.match(await given.fail('app list', { THUMBTURN_MASTER_KEY: next }), /belongs to another master key/)
  const own = await createInstallation(t)
  const before = readFileSync(own.file('master.key'), 'utf8')
  await own.succeed('master-key rotate')
  await own.succeed('master-key cancel')
  assert.equal(readFileSync(own.file('master.key'), 'utf8'), before)
  assert.deepEqual(
    ['master.key.previous', 'master.key.next'].map((name) => existsSync(own.file(name))),
    [false, false],
  )
  await own.succeed('app list')
})

test('a wrong, missing, or equal new key is rejected, and changes nothing', async (t) => {
  const key = newKey()
  const { succeed, fail, write, file } = await createInstallation(t, { THUMBTURN_MASTER_KEY: key })
  const before = readRing(file('thumbturn.db'))
  for (const text of ['', 'short', `${key}x`, randomBytes(31).toString('base64url')])
    assert.match(await fail(`master-key rotate --key-file ${write(text)}`), /must hold 43 characters of base64url/)
  assert.match(await fail(`master-key rotate --key-file ${write(key)}`), /The new master key is the present one/)
  assert.match(await fail('master-key rotate --key-file /missing'), /\/missing can't be read: ENOENT/)
  assert.match(await fail('master-key rotate --encrypted vault:v1:x'), /--encrypted needs THUMBTURN_KEY_SERVICE_URL/)
  assert.equal(readRing(file('thumbturn.db')), before)
  await succeed(`master-key rotate --key-file ${write(newKey())}`)
  assert.match(await fail(`master-key rotate --key-file ${write(newKey())}`), /under way/)
})

test('a key service decrypts the new key, and a command prints it', async (t) => {
  const [first, next] = [randomBytes(32), randomBytes(32)]
  const plaintexts: Settings = { 'vault:v1:a': first.toString('base64'), 'vault:v1:b': next.toString('base64') }
  const vault = createServer(async (request, response) => {
    const { ciphertext } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { ciphertext: string }
    response.end(JSON.stringify({ data: { plaintext: plaintexts[ciphertext] } }))
  }).listen(0, '127.0.0.1')
  t.after(() => vault.close())
  await new Promise((resolve) => vault.once('listening', resolve))
  const THUMBTURN_KEY_SERVICE_URL = `http://127.0.0.1:${(vault.address() as AddressInfo).port}/v1/transit/decrypt/key`
  const service = { THUMBTURN_KEY_SERVICE_URL, THUMBTURN_KEY_SERVICE_TOKEN: 't' }
  const settings = { ...service, THUMBTURN_ENCRYPTED_MASTER_KEY: 'vault:v1:a' }
  const { succeed, fail } = await createInstallation(t, settings)
  await succeed('master-key rotate --encrypted vault:v1:b')
  await succeed('master-key finish', { THUMBTURN_ENCRYPTED_MASTER_KEY: 'vault:v1:b' })
  assert.match(await fail('app list'), /belongs to another master key than the one in THUMBTURN_KEY_SERVICE_URL/)
  const none = { THUMBTURN_KEY_SERVICE_URL: '', THUMBTURN_KEY_SERVICE_TOKEN: '', THUMBTURN_ENCRYPTED_MASTER_KEY: '' }
  await succeed('app list', { ...none, THUMBTURN_MASTER_KEY_COMMAND: `echo ${next.toString('base64url')}` })
})

/** The files in the data folder after each step of a rotation. */
const interruptions = [
  'after the key was created',
  'after the database accepts it',
  'after the previous key was kept',
] as const

for (const [step, interruption] of interruptions.entries())
  for (const then of ['rotate', 'cancel'] as const)
    test(`a rotation that was interrupted ${interruption} leaves a working installation, and ${then} continues`, async (t) => {
      const { succeed, fail, file } = await createInstallation(t)
      const [first, ring] = [readFileSync(file('master.key'), 'utf8'), readRing(file('thumbturn.db'))]
      await succeed('master-key rotate')
      // Undoes the steps that were not reached.
      copyFileSync(file('master.key'), file('master.key.next'))
      writeFileSync(file('master.key'), first)
      if (step < 2) rmSync(file('master.key.previous'))
      if (step < 1) writeRing(file('thumbturn.db'), ring)
      await succeed('app list')
      if (then === 'cancel') {
        if (step < 1) assert.match(await fail('master-key cancel'), /No rotation/)
        else await succeed('master-key cancel')
        assert.equal(readFileSync(file('master.key'), 'utf8'), first)
      } else {
        await succeed('master-key rotate')
        await succeed('master-key finish')
        assert.notEqual(readFileSync(file('master.key'), 'utf8'), first)
      }
      await succeed('app list')
    })

test('a rotation that is killed leaves a working installation, and can be repeated', async (t) => {
  const { DATA_DIR, succeed, file } = await createInstallation(t)
  const first = readFileSync(file('master.key'), 'utf8')
  const rotating = start(t, ['master-key', 'rotate'], { DATA_DIR })
  let isOver = false
  void rotating.ended.then(() => {
    isOver = true
  })
  while (!isOver && !existsSync(file('master.key.next'))) await pause(1)
  rotating.kill('SIGKILL')
  await rotating.ended
  await succeed('app list')
  if (readFileSync(file('master.key'), 'utf8') === first) await succeed('master-key rotate')
  await succeed('master-key finish')
  await succeed('app list')
})

test('a backup from before a rotation restores with the key in it, and one from after it with the new key', async (t) => {
  const { succeed, fail, file } = await createInstallation(t)
  const outside = dataFolder(t)
  const [before, during, after] = ['before', 'during', 'after'].map((name) => join(outside, `${name}.backup`))
  const first = readFileSync(file('master.key'), 'utf8')
  await succeed(`backup ${before}`)
  await succeed(`backup ${before}-keyless --without-key`)
  await succeed('master-key rotate')
  await succeed(`backup ${during}`)
  await succeed('master-key finish')
  await succeed(`backup ${after}`)
  for (const backup of [before, during, after]) {
    const DATA_DIR = join(dataFolder(t), 'data')
    await succeed(`restore ${backup}`, { DATA_DIR })
    await succeed('app list', { DATA_DIR })
    assert.equal(readFileSync(join(DATA_DIR, 'master.key'), 'utf8') === first, backup === before)
  }
  const DATA_DIR = join(dataFolder(t), 'data')
  const THUMBTURN_MASTER_KEY = readFileSync(file('master.key'), 'utf8').trim()
  const restore = `restore ${before}-keyless`
  assert.match(await fail(restore, { DATA_DIR, THUMBTURN_MASTER_KEY }), /belongs to another master key/)
  await succeed(restore, { DATA_DIR, THUMBTURN_MASTER_KEY: first.trim() })
})

test('doctor warns until a rotation is finished, and the audit log records it', async (t) => {
  const { succeed, file } = await createInstallation(t)
  const findVerdict = async () => {
    const { stdout } = await runCommand(['doctor', '--json'], {
      DATA_DIR: join(file('.')),
      THUMBTURN_MODE: 'production',
      BASE_URL: 'http://localhost',
    })
    const found = (JSON.parse(stdout) as { about: string; verdict: string }[]).find(
      ({ about }) => about === 'master key',
    )
    return found?.verdict
  }
  assert.equal(await findVerdict(), 'good')
  await succeed('master-key rotate')
  assert.equal(await findVerdict(), 'warning')
  await succeed('master-key finish')
  assert.equal(await findVerdict(), 'good')
  const database = new DatabaseSync(file('thumbturn.db'))
  const rows = database.prepare(`select action from audit_entries where action like 'masterKey%' order by id`).all()
  database.close()
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['masterKey.added', 'masterKey.removed'],
  )
})

test('a database of an early build, whose first master key is its installation key, is rotated too', async (t) => {
  const { succeed, fail, file } = await createInstallation(t)
  const DATA_DIR = dataFolder(t)
  const key = newKey()
  copyFileSync(file('thumbturn.db'), join(DATA_DIR, 'thumbturn.db'))
  // No signing keys of another installation key remain.
  const database = new DatabaseSync(join(DATA_DIR, 'thumbturn.db'))
  database.exec('delete from signing_keys; delete from applications')
  database
    .prepare(`update installation set value = ? where name = 'master key'`)
    .run(computeKeyCheck(Buffer.from(key, 'base64url')))
  database.close()
  const settings = { DATA_DIR, THUMBTURN_MASTER_KEY: key }
  await succeed('app create shop --rp-id example.com --origin https://example.com', settings)
  const next = newKey()
  const path = join(DATA_DIR, 'next')
  writeFileSync(path, next)
  assert.match(await succeed(`master-key rotate --key-file ${path}`, settings), /Keep that one secret also after/)
  await succeed('master-key finish', { ...settings, THUMBTURN_MASTER_KEY: next })
  await succeed('signing-key rotate shop', { ...settings, THUMBTURN_MASTER_KEY: next })
  assert.match(await fail('app list', settings), /belongs to another master key/)
})
