import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { signUp } from '@thumbturn/service-harness/store-situations.ts'
import { openFresh } from '@thumbturn/service-harness/stores.ts'
import { Outage } from '../../src/core/errors.ts'
import type { Step } from '../../src/storage/engine/engine.ts'
import { openSqlite } from '../../src/storage/engine/sqlite.ts'

const table = 'create table notes (text text not null unique)'
const note = (text: string): Step => ({
  sql: 'insert into notes values (?)',
  values: [text],
  table: 'events',
  required: false,
})

/** A database of notes on a disk as slow as the test needs. */
async function slowDisk() {
  const flushes: (() => void)[] = []
  const flush = () => new Promise<void>((done) => flushes.push(done))
  const engine = openSqlite(':memory:', { flush, close() {} })
  await engine.migrate(() => [{ name: 'notes', kind: 'initial', since: '0.1.0', sql: [table] }])
  const heard: string[] = []
  const write = (text: string) => engine.write([note(text)]).then(() => heard.push(text))
  const written = async () => (await engine.read({ sql: 'select text from notes', values: [] })).map(({ text }) => text)
  /** Waits until a group is being flushed to disk. */
  const flushing = async () => {
    while (flushes.length === 0) await setImmediate()
  }
  return { engine, flushes, flushing, heard, write, written }
}

test('no batch is confirmed before it is on disk', async () => {
  const { engine, flushes, flushing, heard, write, written } = await slowDisk()
  const writing = write('one')
  await flushing()
  await setTimeout(20)
  assert.deepEqual(await written(), ['one'])
  assert.deepEqual(heard, [])
  flushes.shift()!()
  await writing
  assert.deepEqual(heard, ['one'])
  await engine.close()
})

test('beyond 5,000 batches that wait for the disk, further ones fail at once as an outage', async () => {
  const { engine, flushes, flushing, heard, write } = await slowDisk()
  const first = write('first')
  await flushing()
  const waiting = Array.from({ length: 5_000 }, (_, number) => write(`waiting ${number}`))
  await assert.rejects(write('too many'), Outage)
  flushes.shift()!()
  await first
  await flushing()
  flushes.shift()!()
  await Promise.all(waiting)
  assert.equal(heard.length, 5_001)
  await engine.close()
})

test('batches that arrive together share a flush, and those that arrive during it share the next', async () => {
  const { engine, flushes, flushing, heard, write, written } = await slowDisk()
  const writing = [write('one'), write('two')]
  await flushing()
  writing.push(write('three'))
  await setImmediate()
  writing.push(write('four'))
  await setTimeout(20)
  assert.deepEqual([await written(), flushes.length], [['one', 'two'], 1])
  flushes.shift()!()
  await flushing()
  assert.deepEqual(heard, ['one', 'two'])
  assert.deepEqual([await written(), flushes.length], [['one', 'two', 'three', 'four'], 1])
  flushes.shift()!()
  await Promise.all(writing)
  await engine.close()
})

test('a batch with a conflict undoes only itself, alone or among others, whichever comes first', async () => {
  const engine = openSqlite(':memory:')
  await engine.migrate(() => [{ name: 'notes', kind: 'initial', since: '0.1.0', sql: [table] }])
  const write = async (...texts: string[]) => 'conflict' in (await engine.write(texts.map(note)))
  assert.equal(await write('one'), false)
  assert.equal(await write('two', 'one'), true)
  const together = await Promise.all([write('two'), write('three', 'two'), write('four', 'one'), write('three')])
  assert.deepEqual(together, [false, true, true, false])
  const rows = await engine.read({ sql: 'select text from notes', values: [] })
  assert.deepEqual(
    rows.map(({ text }) => text),
    ['one', 'two', 'three'],
  )
  await engine.close()
})

test('close() waits for the disk', async () => {
  const { engine, flushes, flushing, heard, write } = await slowDisk()
  const writing = write('one')
  await flushing()
  const closing = engine.close()
  await setTimeout(20)
  assert.deepEqual(heard, [])
  flushes.shift()!()
  await Promise.all([writing, closing])
  assert.deepEqual(heard, ['one'])
})

test('while another process writes, reads succeed and a write waits its turn', async (t) => {
  const { database, store } = await openFresh(freshSqlite, t)
  const other = new DatabaseSync(database.url.slice('sqlite:'.length))
  other.exec('BEGIN IMMEDIATE')
  let isAdded = false
  const adding = register(store, signUp('ann')).then((response) => {
    isAdded = true
    return response
  })
  for (let turn = 0; turn < 5; turn++) {
    await setTimeout(10)
    assert.equal(await store.users.find('shop', 'user-ann'), undefined)
  }
  assert.equal(isAdded, false)
  other.exec('COMMIT')
  other.close()
  assert.equal(await adding, undefined)
})

test("the process exits if its disk can't store what was written", async () => {
  const database = await freshSqlite()
  const path = database.url.slice('sqlite:'.length)
  // The kernel rejects fdatasync on a device.
  writeFileSync(`${path}-elsewhere`, '')
  symlinkSync('/dev/null', `${path}-elsewhere-wal`)
  const script = `
    const { walFlusher } = await import('${new URL('../../src/storage/engine/sqlite-flush.ts', import.meta.url).href}')
    walFlusher('${path}-elsewhere').flush().then(() => console.log('flushed'), () => console.log('failed'))
    setTimeout(() => console.log('alive'), 30_000)`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  await assert.rejects(run, ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /EINVAL: invalid argument, fdatasync/)
    return true
  })
  await database.drop()
})
