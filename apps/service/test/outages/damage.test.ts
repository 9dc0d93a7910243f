import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  newDevice,
  newName,
  readBody,
  signUpUser,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'
import { openStore } from '../../src/storage/open.ts'
import { assertNotReady, warmUp } from './situations.ts'

type RunningService = { service: Service; path: string; url: string }

async function opened(t: TestContext): Promise<RunningService> {
  const database = await freshSqlite()
  t.after(() => database.drop())
  const service = await startService({ databaseUrl: database.url })
  t.after(() => service.close())
  await signUpUser(service)
  await warmUp(service)
  return { service, path: database.url.slice('sqlite:'.length), url: database.url }
}

/** A file with data that no process has open, and no log. */
async function closed(t: TestContext): Promise<RunningService> {
  const one = await opened(t)
  await one.service.close()
  assert.ok(!existsSync(`${one.path}-wal`))
  return one
}

/** Writes garbage over the first page of a table or index, where its structure is described. */
function damage(path: string, name: string) {
  const database = new DatabaseSync(path)
  const { rootpage } = database.prepare('select rootpage from sqlite_schema where name = ?').get(name)!
  database.close()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, (Number(rootpage) - 1) * 4096, (Number(rootpage) - 1) * 4096 + 64)
  writeFileSync(path, bytes)
}

/** Damages a table whose pages a service remembers, and returns the file from before. */
function damageWhileOpen(path: string) {
  const other = new DatabaseSync(path)
  // Otherwise, the log still has the pages.
  other.exec('pragma wal_checkpoint(truncate)')
  const whole = readFileSync(path)
  damage(path, 'passkeys')
  // A commit by another process makes the service read its pages anew.
  other.exec('pragma user_version = 1')
  other.close()
  return whole
}

const unavailable = {
  status: 503,
  msg: 'The database is unavailable: try again after the time in Retry-After',
  msgCode: 'service_unavailable',
}

async function trySignUp(service: Service) {
  const { session, registrationRequestOptions } = await startRegistration(service, newName())
  const creationResult = newDevice().create(registrationRequestOptions)
  return service.post('/reg/complete', { session, creationResult })
}

for (const name of ['passkeys', 'users'])
  test(`a store doesn't open a file whose table ${name} is damaged, and says what to do`, async (t) => {
    const { path, url } = await closed(t)
    damage(path, name)
    const before = readFileSync(path)
    await assert.rejects(
      openStore(url),
      /^OperatorError: The database .+store\.db cannot be used: it is damaged\. Stop every node, copy .+ restore the newest backup/,
    )
    assert.deepEqual(readFileSync(path), before)
  })

test("a store doesn't open a file that is no database", async (t) => {
  const { path, url } = await closed(t)
  writeFileSync(path, readFileSync(path).fill(0x20, 0, 100))
  await assert.rejects(openStore(url), /cannot be used: it is damaged, or no database\. Stop every node/)
})

test('a service that meets damage responds 503, is not ready, and writes nothing more', async (t) => {
  const { service, path } = await opened(t)
  const { username } = await signUpUser(service)
  damageWhileOpen(path)
  const body = { app: { id: 'demo' }, deviceInfo: {}, user: { username } }
  assertRejected(await service.post('/auth/init', body), unavailable)
  await assertNotReady(service)
  assertRejected(await trySignUp(service), unavailable)
})

test('a service that met damage writes again once the disk returns what was written', async (t) => {
  const { service, path } = await opened(t)
  const { username } = await signUpUser(service)
  const whole = damageWhileOpen(path)
  const body = { app: { id: 'demo' }, deviceInfo: {}, user: { username } }
  assertRejected(await service.post('/auth/init', body), unavailable)
  assertRejected(await trySignUp(service), unavailable)
  writeFileSync(path, whole)
  while ((await trySignUp(service)).status === 503) await setTimeout(100)
  readBody(await service.post('/auth/init', body))
  await signUpUser(service)
})

test('a database that is deleted while the service runs is an outage, also for what it could still write', async (t) => {
  const { service, path } = await opened(t)
  renameSync(path, `${path}.away`)
  assertRejected(await trySignUp(service), unavailable)
  await assertNotReady(service)
  // Reads continue, and all is well again once the same file is back.
  readBody(await service.post('/auth/init', { app: { id: 'demo' }, deviceInfo: {} }))
  renameSync(`${path}.away`, path)
  await signUpUser(service)
  await apiKey(service)
})

test('a log that is deleted while the service runs is an outage', async (t) => {
  const { service, path } = await opened(t)
  rmSync(`${path}-wal`)
  assertRejected(await trySignUp(service), unavailable)
  await assertNotReady(service)
})

test('a log without its database is kept, and the store says that the database is missing', async (t) => {
  const { service, path, url } = await opened(t)
  const { username } = await signUpUser(service)
  const copies = [path, `${path}-wal`].map((file) => [file, `${file}.copy`] as const)
  for (const [file, copy] of copies) copyFileSync(file, copy)
  await service.close()
  const log = `${path}-wal`
  copyFileSync(`${log}.copy`, log)
  const { size } = statSync(log)
  for (const isEmpty of [false, true]) {
    rmSync(path, { force: true })
    if (isEmpty) writeFileSync(path, '')
    await assert.rejects(
      openStore(url),
      /^OperatorError: The database .+ is missing or empty, but its write-ahead log .+ is there/,
    )
    assert.equal(statSync(log).size, size)
  }
  copyFileSync(`${path}.copy`, path)
  const store = await openStore(url)
  assert.ok(
    (await store.users.list('demo', { after: '', limit: 10, status: undefined })).some(
      (user) => user.username === username,
    ),
  )
  await store.close()
})
