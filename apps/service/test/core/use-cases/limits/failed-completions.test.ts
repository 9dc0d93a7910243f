import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forbidden, Outage } from '../../../../src/core/errors.ts'
import {
  attemptCompletion,
  createFailedCompletions,
  mostFailures,
} from '../../../../src/core/use-cases/limits/failed-completions.ts'

const reject = (reason: unknown) => forbidden('rejected', reason)
const fail = async () => {
  throw forbidden('wrong')
}

function sessions(most?: number) {
  const failedCompletions = createFailedCompletions(most)
  const complete = (sessionId: string, complete: () => Promise<string>) =>
    attemptCompletion({ failedCompletions }, { sessionId, complete, reject })
  return { failedCompletions, complete }
}

test('only failures of the same session count', async () => {
  const { complete } = sessions()
  for (let call = 0; call < mostFailures; call++) {
    await assert.rejects(complete('a', fail), { message: 'wrong' })
    assert.equal(await complete('b', async () => 'done'), 'done')
  }
  await assert.rejects(
    complete('a', async () => 'done'),
    { message: 'rejected', code: 'forbidden' },
  )
  assert.equal(await complete('b', async () => 'done'), 'done')
})

test("an outage doesn't count", async () => {
  const { complete, failedCompletions } = sessions()
  const outage = async () => {
    throw new Outage('the database is away')
  }
  for (let call = 0; call < 2 * mostFailures; call++) await assert.rejects(complete('a', outage), Outage)
  assert.equal(await complete('a', async () => 'done'), 'done')
  assert.equal(failedCompletions.size(), 0)
})

test('calls at the same moment count before they fail', async () => {
  const { complete } = sessions()
  let begun = 0
  const slow = async () => {
    begun++
    await Promise.resolve()
    return fail()
  }
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => complete('a', slow)))
  assert.equal(begun, mostFailures)
  assert.ok(results.every(({ status }) => status === 'rejected'))
})

test('failures of very many sessions take little memory', async () => {
  const { complete, failedCompletions } = sessions(100)
  for (let session = 0; session < 1000; session++) await assert.rejects(complete(`${session}`, fail))
  assert.equal(failedCompletions.size(), 100)
})
