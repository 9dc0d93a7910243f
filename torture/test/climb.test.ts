import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openSqlite } from '@thumbturn/service/storage/engine/sqlite.ts'
import { migrate } from '@thumbturn/service/storage/migrations/migrate.ts'
import { rememberAttempts } from '../src/runs/failing-calls/attempts.ts'
import { climb, type Database } from '../src/runs/failing-calls/climb.ts'
import { callDependency, nameRoute } from '../src/runs/failing-calls/faults.ts'
import { notes } from '../src/runs/failing-calls/notes.ts'
import { listChanges } from '../src/runs/failing-calls/tables.ts'

const unavailable = { statusCode: 503, body: '{"msgCode":"service_unavailable"}' }
const stored = { statusCode: 200, body: '{}' }

/** A service with one row per success, whose request reads once and commits once. */
function createToy(commit: (rows: string[]) => typeof stored) {
  const rows: string[] = []
  const send = async (route: string) => {
    nameRoute(route)
    try {
      callDependency('query')
    } catch {
      return unavailable
    }
    return commit(rows)
  }
  return (route: string) =>
    climb(
      () => send(route),
      reading(async () => [{ users: [...rows] }]),
    )
}

/** A database in which nothing counts attempts. */
const reading = (read: Database['read']): Database => ({ read, rememberAttempts: async () => async () => {} })

beforeEach(() => {
  notes.violations.length = 0
  notes.climbs.length = 0
})

test('a service that reports each failure and stores nothing is without violations, and the last attempt works', async () => {
  const request = createToy((rows) => {
    try {
      callDependency('commit')
    } catch {
      return unavailable
    }
    rows.push('ada')
    return stored
  })
  assert.deepEqual(await request('POST /sound'), stored)
  assert.deepEqual(notes.violations, [])
  assert.deepEqual(notes.climbs, [{ route: 'POST /sound', succeeded: true, failed: ['query', 'commit'] }])
})

test('a service that swallows the error of a commit is caught', async () => {
  const request = createToy((rows) => {
    try {
      callDependency('commit')
      rows.push('ada')
    } catch {}
    return stored
  })
  await request('POST /swallowing')
  assert.deepEqual(notes.violations, ['POST /swallowing, call 2 (commit): a success that is not stored'])
})

test('a service that stores something although it reports an error is caught', async () => {
  const request = createToy((rows) => {
    rows.push('half of ada')
    try {
      callDependency('commit')
    } catch {
      return unavailable
    }
    return stored
  })
  await request('POST /partial')
  assert.deepEqual(notes.violations, ['POST /partial, call 2 (commit): 503, but it changed users'])
})

/** A request whose first attempt commits and then fails, and whose repetition gets this response. */
async function failAfterCommit(route: string, repetition: { statusCode: number; body: string }) {
  let commits = 0
  const send = async () => {
    nameRoute(route)
    if (commits > 0) return repetition
    commits++
    try {
      callDependency('query')
    } catch {
      return unavailable
    }
    return stored
  }
  await climb(
    send,
    reading(async () => [{ users: commits === 0 ? [] : ['ada'] }]),
  )
  return notes.violations
}

test('what can be repeated may be stored by a request that fails afterward, if its repetition succeeds', async () => {
  assert.deepEqual(await failAfterCommit('PATCH /users', stored), [])
  assert.deepEqual(await failAfterCommit('DELETE /users', { statusCode: 404, body: '{}' }), [])
  assert.deepEqual(await failAfterCommit('PATCH /users/:id', { statusCode: 409, body: '{}' }), [
    'PATCH /users/:id, call 1 (query): 503, but it changed users',
  ])
})

test('what cannot be repeated must not be stored by a request that fails afterward', async () => {
  assert.deepEqual(await failAfterCommit('POST /users', stored), [
    'POST /users, call 1 (query): 503, but it changed users',
  ])
})

test('a file that fails must be an outage, and what cannot fail in production need not', async () => {
  const failed = { statusCode: 500, body: '{"msgCode":"internal_error"}' }
  for (const dependency of ['file', 'randomness'] as const) {
    const send = async () => {
      nameRoute(`POST /${dependency}`)
      try {
        callDependency(dependency)
      } catch {
        return failed
      }
      return stored
    }
    await climb(
      send,
      reading(async () => []),
    )
  }
  assert.deepEqual(notes.violations, [`POST /file, call 1 (file): 500 ${failed.body}`])
})

test('a bulk request is judged by the statuses of its operations', async () => {
  const toBulk = (status: string) => ({ statusCode: 200, body: JSON.stringify({ Operations: [{ status }] }) })
  const respond = (failedStatus: string) => () => {
    nameRoute('POST /scim/v2/Bulk')
    try {
      callDependency('query')
    } catch {
      return Promise.resolve(toBulk(failedStatus))
    }
    return Promise.resolve(toBulk('201'))
  }
  await climb(
    respond('503'),
    reading(async () => []),
  )
  assert.deepEqual(notes.violations, [])
  await climb(
    respond('500'),
    reading(async () => []),
  )
  assert.match(notes.violations[0]!, /^POST \/scim\/v2\/Bulk, call 1 \(query\): 200 |500 /)
})

test('of a code, only the count of its attempts may change', () => {
  const row = (attempts: number, hash: string) => JSON.stringify({ attempts, code_hash: hash })
  const compare = (before: string, after: string) =>
    listChanges('POST /verify', [{ codes: [before] }], [{ codes: [after] }])
  assert.deepEqual(compare(row(0, 'a'), row(1, 'a')), [])
  assert.deepEqual(compare(row(0, 'a'), row(1, 'b')), ['codes'])
})

test('a failed attempt gets back what it used up, so that the last one succeeds', async () => {
  let attempts = 0
  const request = async () => {
    nameRoute('POST /codes/verify')
    if (attempts === 1) return { statusCode: 403, body: '{"msgCode":"forbidden"}' }
    attempts++
    try {
      callDependency('query')
      return stored
    } catch {
      return unavailable
    }
  }
  const forgetAttempts = async () => async () => {
    attempts = 0
  }
  assert.deepEqual(await climb(request, { read: async () => [], rememberAttempts: forgetAttempts }), stored)
})

test('attempts at a code and spent tokens are given back as they were', async (t) => {
  const engine = openSqlite(':memory:')
  t.after(() => engine.close())
  await migrate(engine)
  const read = () => engine.read({ sql: 'select * from spent_sessions order by id', values: [] })
  const spend = (id: string) =>
    engine.write([
      {
        table: 'spent_sessions',
        required: false,
        sql: 'insert into spent_sessions (app_id, id, expires_at) values (?, ?, ?)',
        values: ['demo', id, 9],
      },
    ])
  await spend('first')
  const before = await read()
  const giveBack = await rememberAttempts([engine])
  await spend('second')
  await giveBack()
  assert.deepEqual(await read(), before)
})
