import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { climb } from '../src/suites/climb.ts'
import { callDependency, currentAttempt } from '../src/suites/faults.ts'
import { notes } from '../src/suites/notes.ts'

const unavailable = { statusCode: 503, body: '{"msgCode":"service_unavailable"}' }
const stored = { statusCode: 200, body: '{}' }

/** A service with one row per success, whose request reads once and commits once. */
function createToy(commit: (rows: string[]) => typeof stored) {
  const rows: string[] = []
  const send = async (route: string) => {
    const attempt = currentAttempt()
    if (attempt) attempt.route = route
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
      async () => [{ users: [...rows] }],
    )
}

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
