import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import type { Finding } from '../../src/cli/finding.ts'

const create = ['app', 'create', 'shop', '--rp-id', 'example.com', '--origin', 'https://example.com']

test('with a command, the key is on no disk, the command runs once, and backups contain the key', async (t) => {
  const [DATA_DIR, outside] = [dataFolder(t), dataFolder(t)]
  const key = randomBytes(32).toString('base64url')
  const runs = join(outside, 'runs')
  const THUMBTURN_MASTER_KEY_COMMAND = `echo run >> ${runs}; echo ${key}`
  const settings = { DATA_DIR, THUMBTURN_MASTER_KEY_COMMAND, THUMBTURN_BACKUP_PASSPHRASE: 'correct horse battery' }
  const created = await runCommand(create, settings)
  assert.equal(created.code, 0, created.stderr)
  assert.equal(existsSync(join(DATA_DIR, 'master.key')), false)
  assert.equal(readFileSync(runs, 'utf8'), 'run\n')
  const file = join(outside, 'one.backup')
  const backedUp = await runCommand(['backup', file], settings)
  assert.equal(backedUp.code, 0, backedUp.stderr)
  assert.equal(readFileSync(runs, 'utf8'), 'run\nrun\n')
  const restored = { ...settings, DATA_DIR: join(outside, 'data'), THUMBTURN_MASTER_KEY_COMMAND: '' }
  assert.equal((await runCommand(['restore', file], restored)).code, 0)
  assert.equal(readFileSync(join(outside, 'data/master.key'), 'utf8').trim(), key)
})

test('doctor says where the key comes from, and what is wrong with a command', async (t) => {
  const settings = { DATA_DIR: dataFolder(t), THUMBTURN_MODE: 'production', BASE_URL: 'http://localhost' }
  const findKey = async (THUMBTURN_MASTER_KEY_COMMAND: string) => {
    const { stdout } = await runCommand(['doctor', '--json'], { ...settings, THUMBTURN_MASTER_KEY_COMMAND })
    return (JSON.parse(stdout) as Finding[]).find(({ about }) => about === 'master key')
  }
  const key = randomBytes(32).toString('base64url')
  assert.deepEqual(await findKey(`echo ${key}`), {
    about: 'master key',
    verdict: 'good',
    says: 'it comes from THUMBTURN_MASTER_KEY_COMMAND',
  })
  const failed = await findKey(`echo ${key} >&2; exit 7`)
  assert.equal(failed?.verdict, 'broken')
  assert.equal(failed?.says, 'THUMBTURN_MASTER_KEY_COMMAND ended with code 7')
})

test('a command that fails stops the start with its reason, and another key is reported with the name of the setting', async (t) => {
  const DATA_DIR = dataFolder(t)
  const withKey = (text: string) => runCommand(create, { DATA_DIR, THUMBTURN_MASTER_KEY_COMMAND: text })
  const failed = await withKey('exit 1')
  assert.equal(failed.code, 2)
  assert.match(failed.stderr, /THUMBTURN_MASTER_KEY_COMMAND ended with code 1/)
  assert.equal((await withKey(`echo ${randomBytes(32).toString('base64url')}`)).code, 0)
  const other = await withKey(`echo ${randomBytes(32).toString('base64url')}`)
  assert.match(other.stderr, /another master key than the one in THUMBTURN_MASTER_KEY_COMMAND/)
})
