import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { settleMasterKey } from '../../src/adapters/key-check.ts'
import type { RootKey } from '../../src/adapters/root-key.ts'
import { createApplication } from '../../src/core/use-cases/applications/create.ts'
import { connect } from '../../src/installation.ts'
import { openStore } from '../../src/storage/open.ts'

/** Creates an open, empty database and an empty data folder. */
async function opened(t: TestContext) {
  const database = await freshSqlite()
  const store = await openStore(database.url)
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-key-'))
  t.after(async () => {
    await store.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  const settle = (given?: string) => settleMasterKey({ store, given, folder, random: randomBytes })
  return { store, folder, file: join(folder, 'master.key'), settle }
}

const newKey = () => randomBytes(32).toString('base64url')
const asHex = (key: RootKey) => key.derive('x').toString('hex')

test('an empty database gets a key once, and every later start uses it', async (t) => {
  const { folder, settle } = await opened(t)
  const first = await settle()
  assert.deepEqual(readdirSync(folder), ['master.key'])
  assert.equal(asHex(await settle()), asHex(first))
})

test('an existing key file and an empty database are an error, and nothing is changed', async (t) => {
  const { file, settle } = await opened(t)
  writeFileSync(file, newKey())
  for (let start = 1; start <= 2; start++)
    await assert.rejects(
      settle(),
      /^OperatorError: There is a master key in .+, but the database is empty: restore the database/,
    )
})

test('a database with data and a missing key are an error, and no key is created', async (t) => {
  const { file, settle } = await opened(t)
  await settle()
  rmSync(file)
  await assert.rejects(
    settle(),
    /^OperatorError: The database holds data, but its master key is missing: restore .+master\.key/,
  )
  assert.equal(existsSync(file), false)
})

test("another database's key is an error, from the file and from the environment", async (t) => {
  const { file, settle } = await opened(t)
  await settle()
  await assert.rejects(settle(newKey()), /belongs to another master key than the one in THUMBTURN_MASTER_KEY/)
  writeFileSync(file, newKey())
  await assert.rejects(settle(), /belongs to another master key than the one in .+master\.key/)
})

test('an interrupted first start can be repeated', async (t) => {
  const { store, file, settle } = await opened(t)
  await store.installation.add('master key', 'pending')
  const first = await settle()
  assert.equal(existsSync(file), true)
  assert.equal(asHex(await settle()), asHex(first))
})

test('of two first starts with separate folders, one wins and the other keeps no key', async (t) => {
  const { store, folder, settle } = await opened(t)
  const other = mkdtempSync(join(tmpdir(), 'thumbturn-key-'))
  t.after(() => rmSync(other, { recursive: true }))
  const starts = [settle(), settleMasterKey({ store, given: undefined, folder: other, random: randomBytes })]
  const outcomes = await Promise.allSettled(starts)
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(readdirSync(folder).length + readdirSync(other).length, 1)
})

test("a database that doesn't record its key accepts only the key that sealed its signing keys", async (t) => {
  const { store, settle } = await opened(t)
  const right = newKey()
  const { createRootKey } = await import('../../src/adapters/root-key.ts')
  const core = connect({
    store,
    root: createRootKey(Buffer.from(right, 'base64url')),
    baseUrl: 'http://localhost:4300',
  })
  await createApplication(core, { id: 'demo', name: 'Demo', rpId: 'localhost', origins: ['http://localhost:4300'] })
  await assert.rejects(settle(newKey()), /belongs to another master key/)
  await assert.rejects(settle(), /its master key is missing/)
  await settle(right)
  assert.equal(typeof (await store.installation.find('master key')), 'string')
})
