import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  newDevice,
  newName,
  signUpUser,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'
import { smallDisk } from '@thumbturn/service-harness/small-disk.ts'
import { isOutage } from '../../src/core/errors.ts'
import { explainSqlite } from '../../src/storage/engine/sqlite-outages.ts'
import { openStore } from '../../src/storage/open.ts'
import { assertNotReady, assertOffline, assertRecovered, warmUp } from './situations.ts'

async function started(t: TestContext, databaseUrl: string): Promise<Service> {
  const service = await startService({ databaseUrl })
  t.after(() => service.close())
  await warmUp(service)
  return service
}

/** Checks that a sign-up fails at its only write. */
async function assertSignUpFails(service: Service) {
  const { session, registrationRequestOptions } = await startRegistration(service, newName())
  const creationResult = newDevice().create(registrationRequestOptions)
  const response = await service.post('/reg/complete', { session, creationResult })
  assertRejected(response, {
    status: 503,
    msg: 'The database is unavailable: try again after the time in Retry-After',
    msgCode: 'service_unavailable',
  })
  assert.equal(response.headers['retry-after'], '5')
}

test('while another process holds the lock, writes fail with 503 within seconds, and reads continue', async (t) => {
  const database = await freshSqlite()
  t.after(() => database.drop())
  const service = await started(t, database.url)
  const other = new DatabaseSync(database.url.slice('sqlite:'.length))
  other.exec('BEGIN EXCLUSIVE')
  await assertSignUpFails(service)
  await assertOffline(service)
  assert.equal((await service.post('/auth/init', { app: { id: 'demo' }, deviceInfo: {} })).status, 200)
  other.exec('ROLLBACK')
  other.close()
  await assertRecovered(service)
})

test('a batch queued behind others that wait for the lock waits no longer than they do', async (t) => {
  const database = await freshSqlite()
  t.after(() => database.drop())
  const store = await openStore(database.url)
  const other = new DatabaseSync(database.url.slice('sqlite:'.length))
  other.exec('BEGIN IMMEDIATE')
  const first = assert.rejects(store.checkWrite(), isOutage)
  await setTimeout(100)
  let isOver = false
  const second = assert.rejects(store.checkWrite(), isOutage).finally(() => (isOver = true))
  await first
  // If it waited on, it would try again for seconds, in a turn of the event loop each time.
  for (let turn = 0; turn < 50 && !isOver; turn++) await setTimeout(10)
  assert.ok(isOver)
  await second
  other.close()
  await store.close()
})

test('while the disk is full, writes fail with 503, /ready reports it, and everything works again afterward', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return
  const service = await started(t, `sqlite:${join(disk.folder, 'store.db')}`)
  await signUpUser(service)
  disk.fill()
  await assertNotReady(service)
  await untilFull(service)
  await assertSignUpFails(service)
  await assertOffline(service)
  disk.empty()
  await signUpUser(service)
  await assertRecovered(service)
})

/** Repeats sign-ups, because the write-ahead log still has room for some rows. */
async function untilFull(service: Service) {
  for (let attempt = 0; attempt < 500; attempt++) {
    try {
      await apiKey(service)
    } catch (error) {
      if (isOutage(error)) return
      throw error
    }
  }
  assert.fail('the disk never was full')
}

test('a read-only database file is an outage, not an unexpected error', async (t) => {
  const database = await freshSqlite()
  t.after(() => database.drop())
  const store = await openStore(database.url)
  await store.close()
  const file = new DatabaseSync(database.url.slice('sqlite:'.length), { readOnly: true })
  assert.throws(
    () => file.exec(`insert into installation values ('a', 'b')`),
    (error) => explainSqlite(error)?.reason === 'it is read-only',
  )
  file.close()
})

test('the error for a read-only folder says what to do', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return
  disk.makeReadOnly()
  const file = join(disk.folder, 'store.db')
  await assert.rejects(openStore(`sqlite:${file}`), {
    message: `The database ${file} cannot be used: the file system is read-only. Make its folder writable with space to spare, or choose another DATA_DIR or DATABASE_URL.`,
  })
})

test("the file of another program, or a folder, isn't changed, and the error says what to do", async (t) => {
  const folder = dataFolder(t)
  const file = join(folder, 'other.db')
  const other = new DatabaseSync(file)
  other.exec('create table migrations (id integer, migration text); create table users (id integer)')
  other.close()
  const before = readFileSync(file)
  await assert.rejects(openStore(`sqlite:${file}`), {
    message: `The database ${file} cannot be used: another program has tables of the same names in this file (migrations, users). Give Thumbturn a database of its own.`,
  })
  assert.deepEqual(readFileSync(file), before)
  const { mode } = statSync(folder)
  await assert.rejects(openStore(`sqlite:${folder}`), {
    message: `The database ${folder} cannot be used: it is a folder. DATABASE_URL must name a file: \`sqlite:<folder>/thumbturn.db\`.`,
  })
  assert.equal(statSync(folder).mode, mode)
})

test('a folder below /proc fails immediately', { timeout: 120_000 }, async () => {
  await assert.rejects(
    openStore('sqlite:/proc/thumbturn/store.db'),
    /^OperatorError: The database \/proc\/thumbturn\/store.db/,
  )
})
