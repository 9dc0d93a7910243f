import assert from 'node:assert/strict'
import { copyFileSync, existsSync, globSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder, start } from '@thumbturn/service-harness/program.ts'

const THUMBTURN_BACKUP_PASSPHRASE = 'correct horse battery'
type Settings = Record<string, string>

/** Creates an installation with one application, and a function that runs commands in it. */
async function createInstallation(t: TestContext) {
  const DATA_DIR = dataFolder(t)
  const command = (text: string, settings: Settings = {}) =>
    runCommand(text.split(' '), { DATA_DIR, THUMBTURN_BACKUP_PASSPHRASE, ...settings })
  const created = await command('app create shop --rp-id example.com --origin https://example.com')
  assert.equal(created.code, 0, created.stderr)
  return { DATA_DIR, command, outside: dataFolder(t) }
}

async function backedUp(t: TestContext, options = '') {
  const installation = await createInstallation(t)
  const file = join(installation.outside, 'one.backup')
  const { code, stderr } = await installation.command(`backup ${file}${options}`)
  assert.equal(code, 0, stderr)
  return { ...installation, file }
}

/** Restores into a new data folder. */
async function restoreElsewhere(t: TestContext, file: string, settings: Settings = {}) {
  const DATA_DIR = join(dataFolder(t), 'data')
  const ended = await runCommand(['restore', file], { DATA_DIR, THUMBTURN_BACKUP_PASSPHRASE, ...settings })
  return { DATA_DIR, ...ended }
}

test('a backup of a running service restores elsewhere, with applications, signing keys, and master key', async (t) => {
  const { DATA_DIR, outside } = await createInstallation(t)
  const service = start(t, [], { DATA_DIR, PORT: '0' })
  const [, address] = (await service.says(/"address":"(http:\/\/localhost:\d+)"/))!
  const keysAt = async (url: string) => (await fetch(`${url}/apps/shop/fido2/v2/.well-known/jwks.json`)).json()
  const before = await keysAt(address!)
  const file = join(outside, 'one.backup')
  const { stdout, stderr } = await runCommand(['backup', file], { DATA_DIR, THUMBTURN_BACKUP_PASSPHRASE })
  assert.match(
    stdout,
    /^Backed up 2 applications, 0 users, 0 passkeys into .*one\.backup \(\d+ kB\), and read it back\./,
    stderr,
  )
  assert.equal(statSync(file).mode & 0o777, 0o600)
  service.kill('SIGKILL')
  await service.ended

  const restored = await restoreElsewhere(t, file)
  assert.match(restored.stdout, /^Restored 2 applications, 0 users, 0 passkeys as of .* and its master key\.$/m)
  for (const name of ['thumbturn.db', 'master.key'])
    assert.equal(statSync(join(restored.DATA_DIR, name)).mode & 0o777, 0o600, name)
  const again = start(t, [], { DATA_DIR: restored.DATA_DIR, PORT: '0' })
  const [, other] = (await again.says(/"address":"(http:\/\/localhost:\d+)"/))!
  assert.deepEqual(await keysAt(other!), before)
})

test('the master key can’t be read from a backup without its passphrase', async (t) => {
  const { DATA_DIR, file } = await backedUp(t)
  const key = readFileSync(join(DATA_DIR, 'master.key'), 'utf8').trim()
  const bytes = readFileSync(file)
  assert.ok(!bytes.includes(key) && !bytes.includes(Buffer.from(key, 'base64url')))
})

test('a wrong passphrase restores nothing', async (t) => {
  const { file } = await backedUp(t)
  const { code, stderr, DATA_DIR } = await restoreElsewhere(t, file, { THUMBTURN_BACKUP_PASSPHRASE: 'wrong but long' })
  assert.deepEqual([code, stderr], [2, 'The passphrase is wrong. Nothing was restored.\n'])
  assert.ok(!existsSync(DATA_DIR))
})

test('white space that a file of variables adds to the passphrase does not count', async (t) => {
  const { file } = await backedUp(t)
  const settings = { THUMBTURN_BACKUP_PASSPHRASE: `${THUMBTURN_BACKUP_PASSPHRASE}\r\n` }
  const { code, stderr } = await restoreElsewhere(t, file, settings)
  assert.equal(code, 0, stderr)
})

test('without a passphrase or a terminal, the backup and restore commands say what to set', async (t) => {
  const { command, file, outside } = await backedUp(t)
  const none = { THUMBTURN_BACKUP_PASSPHRASE: '' }
  const { code, stderr } = await command(`backup ${join(outside, 'other')}`, none)
  assert.equal(code, 2)
  assert.match(stderr, /^Set THUMBTURN_BACKUP_PASSPHRASE, or add --without-key/)
  assert.match((await restoreElsewhere(t, file, none)).stderr, /^Set THUMBTURN_BACKUP_PASSPHRASE\.\n$/)
  const short = await command(`backup ${join(outside, 'other')}`, { THUMBTURN_BACKUP_PASSPHRASE: 'short' })
  assert.match(short.stderr, /at least 12 characters/)
  assert.ok(!existsSync(join(outside, 'other')))
})

test('a backup without the key restores only where the key exists', async (t) => {
  const { DATA_DIR, file } = await backedUp(t, ' --without-key')
  assert.match((await restoreElsewhere(t, file)).stderr, /made without its master key/)
  const THUMBTURN_MASTER_KEY = readFileSync(join(DATA_DIR, 'master.key'), 'utf8').trim()
  const other = 'A'.repeat(43)
  assert.match((await restoreElsewhere(t, file, { THUMBTURN_MASTER_KEY: other })).stderr, /another master key/)
  const { code, stdout, DATA_DIR: restored } = await restoreElsewhere(t, file, { THUMBTURN_MASTER_KEY })
  assert.equal(code, 0)
  assert.doesNotMatch(stdout, /master key/)
  assert.ok(!existsSync(join(restored, 'master.key')))
})

test('restoring overwrites nothing', async (t) => {
  const { DATA_DIR, command, file } = await backedUp(t)
  const before = readFileSync(join(DATA_DIR, 'thumbturn.db'))
  const { code, stderr } = await command(`restore ${file}`)
  assert.equal(code, 2)
  assert.match(stderr, /thumbturn\.db exists already: nothing is overwritten/)
  assert.deepEqual(readFileSync(join(DATA_DIR, 'thumbturn.db')), before)
  const again = await command(`backup ${file}`)
  assert.match(again.stderr, /one\.backup exists already: choose another name/)
})

test('a truncated, a damaged, and a foreign file are rejected with the reason, and leave no data', async (t) => {
  const { file, outside, DATA_DIR } = await backedUp(t)
  const change = (name: string, act: (path: string) => void) => {
    const path = join(outside, name)
    copyFileSync(file, path)
    act(path)
    return path
  }
  const damaged = change('damaged', (path) => {
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0xff, 9_000, 30_000))
  })
  const cases = [
    [
      change('truncated', (path) => truncateSync(path, 20_000)),
      /can't be restored: .*(malformed|damaged|not a database)/,
    ],
    [damaged, /can't be restored: .*(malformed|damaged)/],
    [change('text', (path) => writeFileSync(path, 'not a database at all '.repeat(50))), /file is not a database/],
    [join(DATA_DIR, 'thumbturn.db'), /no backup that `thumbturn backup` made/],
    [
      change('newer', (path) => new DatabaseSync(path).exec('update backup set format = 99')),
      /a newer version of Thumbturn/,
    ],
    [join(outside, 'missing'), /There is no file/],
  ] as const
  for (const [path, reason] of cases) {
    const { code, stderr, DATA_DIR: target } = await restoreElsewhere(t, path)
    assert.equal(code, 2, path)
    assert.match(stderr, reason)
    assert.ok(!existsSync(target), path)
  }
})

test('in a folder, backups are named after their time, and --keep deletes the oldest', async (t) => {
  const { command, outside } = await createInstallation(t)
  for (const name of ['thumbturn-20250101T000000Z.backup', 'thumbturn-20250102T000000Z.backup', 'mine.txt'])
    writeFileSync(join(outside, name), '')
  const { stdout } = await command(`backup ${outside} --keep 2 --json`)
  const { path, deleted, counts, hasMasterKey } = JSON.parse(stdout) as Record<string, unknown>
  assert.match(String(path), /thumbturn-\d{8}T\d{6}Z\.backup$/)
  assert.deepEqual(deleted, [join(outside, 'thumbturn-20250101T000000Z.backup')])
  assert.deepEqual([counts, hasMasterKey], [{ applications: 2, users: 0, passkeys: 0 }, true])
  assert.equal(globSync('*', { cwd: outside }).length, 3)
  assert.match((await command(`backup ${join(outside, 'file')} --keep 2`)).stderr, /--keep needs a folder/)
  assert.match((await command(`backup ${outside} --keep 0`)).stderr, /--keep takes a whole number/)
})

test('on PostgreSQL, the backup command points to the tools of PostgreSQL', async (t) => {
  const { command, outside } = await createInstallation(t)
  const { code, stderr } = await command(`backup ${join(outside, 'x')}`, {
    DATABASE_URL: 'postgres://localhost:1/none',
  })
  assert.equal(code, 2)
  assert.match(stderr, /on PostgreSQL: .*pg_dump/)
})

test('an interrupted backup leaves no file under its name', async (t) => {
  const { DATA_DIR, outside } = await createInstallation(t)
  const file = join(outside, 'one.backup')
  const backup = start(t, ['backup', file], { DATA_DIR, THUMBTURN_BACKUP_PASSPHRASE })
  setTimeout(() => backup.kill('SIGTERM'), 250)
  await backup.ended
  if (existsSync(file)) assert.equal((await restoreElsewhere(t, file)).code, 0)
})

test('in production, doctor warns until a backup is less than a day old', async (t) => {
  const { DATA_DIR, command, outside } = await createInstallation(t)
  const production = { THUMBTURN_MODE: 'production', BASE_URL: 'http://localhost:4300' }
  const findBackup = async (settings: Settings) => {
    const findings = JSON.parse((await command('doctor --json', settings)).stdout) as {
      about: string
      verdict: string
    }[]
    return findings.find(({ about }) => about === 'backup')?.verdict
  }
  assert.equal(await findBackup({}), undefined)
  assert.equal(await findBackup(production), 'warning')
  await command(`backup ${outside}`)
  assert.equal(await findBackup(production), 'good')
  const database = new DatabaseSync(join(DATA_DIR, 'thumbturn.db'))
  database.prepare(`update installation set value = ? where name = 'last backup'`).run(String(Date.now() - 90_000_000))
  database.close()
  assert.equal(await findBackup(production), 'warning')
})
