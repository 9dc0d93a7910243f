import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { racedSettings } from '@thumbturn/service-harness/mfa-races.ts'
import { PostgresUnavailable } from '@thumbturn/service-harness/postgres.ts'
import { until } from '@thumbturn/service-harness/until.ts'
import { startGround } from '../src/common/field.ts'
import { install, type Plan } from '../src/common/installation.ts'
import type { Findings, Order } from '../src/run.ts'
import { runCrash } from '../src/runs/crash.ts'
import { runFailingCalls } from '../src/runs/failing-calls.ts'
import { runOutage } from '../src/runs/outage.ts'
import { runRenewal } from '../src/runs/renewal.ts'
import { runRevocation } from '../src/runs/revocation.ts'
import { runSecretSearch } from '../src/runs/secrets.ts'
import { runSingleUse } from '../src/runs/single-use.ts'

const clients = 8

const order = (rounds: number): Order => ({
  seed: 20261123,
  rounds,
  until: Number.POSITIVE_INFINITY,
  // A service without its safeguard can leave a client with a call that never succeeds; then the run ends.
  signal: AbortSignal.timeout(90_000),
  progress: () => {},
})

const everyOperation = { settings: { crossAuthMethods: ['otp'] }, providerShare: 0.6 } satisfies Partial<Plan>

function assertPassed(t: TestContext, { rounds, figures, violations }: Findings, expected: number) {
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(violations, [])
  assert.equal(rounds, expected)
}

/** Undefined if PostgreSQL isn't installed; then the test is skipped. */
const unlessUnavailable = (t: TestContext) => (error: unknown) => {
  if (!(error instanceof PostgresUnavailable)) throw error
  t.skip(error.message)
}

test('a service that is killed under load loses nothing acknowledged, and nothing is used twice', async (t) => {
  assertPassed(t, await runCrash({ engine: 'sqlite', nodes: 1, ...everyOperation }, order(3), clients), 3)
})

test('clients end with their installation, so that a run that fails ends, too', async () => {
  const installation = await install({ engine: 'sqlite', nodes: 1 })
  const ground = await startGround(installation, order(1), clients)
  await installation.close()
  await ground.close()
})

test('a run whose only node crashes ends, and the crash is a violation', { timeout: 60_000 }, async () => {
  const installation = await install({ engine: 'sqlite', nodes: 1 })
  try {
    const given = { ...order(1), signal: new AbortController().signal }
    const { field, check, close } = await startGround(installation, given, clients)
    process.kill(installation.nodes[0]!.pid(), 'SIGKILL')
    await check()
    await close()
    assert.deepEqual(field.violations, ['node 1 ended with SIGKILL'])
  } finally {
    await installation.close()
  }
})

test('the crash run catches a service that responds before it commits', async (t) => {
  const plan: Plan = { engine: 'sqlite', nodes: 1, startFile: 'early-responses', ...everyOperation }
  const given = order(20)
  const { violations } = await runCrash(plan, given, clients)
  t.diagnostic(violations.join('; ').slice(0, 500))
  assert.notEqual(violations.length, 0)
  // It must be caught by what it lost, not because the double itself failed.
  assert.deepEqual(
    violations.filter((violation) => violation.startsWith('node 1')),
    [],
  )
  assert.equal(given.signal.aborted, false)
})

/** Some of the sentences about what the OpenID Provider keeps. */
const isOfProvider = (violation: string) =>
  /authorization|browser session|consent|of tokens|refresh token|request of a code|to the site/.test(violation)

test('a service that responds before it commits is also caught by what its OpenID Provider lost', async (t) => {
  const installation = await install({ engine: 'sqlite', nodes: 1, startFile: 'early-responses', providerShare: 1 })
  try {
    const { field, load, check, close } = await startGround(installation, order(1), clients)
    const [node] = installation.nodes
    for (let kills = 1; kills <= 20 && !field.violations.some(isOfProvider); kills++) {
      const begun = load.operations()
      await until(() => load.operations() > begun + 40)
      await node!.kill()
      await node!.start()
      await check()
    }
    await close()
    t.diagnostic(field.violations.join('; ').slice(0, 500))
    assert.ok(field.violations.some(isOfProvider))
  } finally {
    await installation.close()
  }
})

test('while PostgreSQL is stopped under load, nodes respond 503, and nothing acknowledged is lost', async (t) => {
  const plan: Plan = { engine: 'postgres', nodes: 1, ...everyOperation }
  const found = await runOutage(plan, order(1), clients).catch(unlessUnavailable(t))
  if (found) assertPassed(t, found, 1)
})

test('of parallel uses of each single-use value on two processes, exactly one succeeds', async (t) => {
  const found = await runSingleUse({ engine: 'sqlite', nodes: 2, settings: racedSettings }, order(1), 8)
  assertPassed(t, found, 1)
})

test('what one process has revoked is rejected by the other, also after both were killed', async (t) => {
  const found = await runRevocation({ engine: 'sqlite', nodes: 2 }, order(1), 1)
  assertPassed(t, found, 1)
  assert.ok(found.figures.checkedAfterKills)
})

test('sessions that parallel requests renew end for all of them, and a service that remembers them is caught', async (t) => {
  const plan: Plan = { engine: 'sqlite', nodes: 2 }
  assertPassed(t, await runRenewal(plan, order(1)), 1)
  const kinds = ['protected site, signed out everywhere']
  const { violations } = await runRenewal({ ...plan, startFile: 'stale-reads' }, order(1), kinds)
  assert.ok(
    violations.some((violation) => violation.includes('accepted after the end')),
    violations.join('; '),
  )
})

test('requests of suites, to routes of APIs and of the framework, are made with each call failed', async (t) => {
  const suites = ['hosted/device-binding', 'scim/authentication', 'gen1/passwords'].map(
    (name) => `apps/service/test/http/${name}.test.ts`,
  )
  const found = await runFailingCalls('failing-calls', order(3), suites)
  assertPassed(t, found, 3)
  assert.ok(found.figures.endpointsReached! >= 2)
  assert.ok(found.figures.fileFailures! >= 1)
  const { violations } = await runFailingCalls('swallowed-commits', order(1), suites.slice(0, 1))
  assert.ok(
    violations.some((violation) => violation.endsWith('a success that is not stored')),
    violations.join('; '),
  )
})

test('the IDs of client secrets are no leaks, and responses in the log are', async (t) => {
  const clients = 'apps/service/test/http/admin/openid-clients.test.ts'
  const found = await runSecretSearch('recorded-secrets', order(1), [clients])
  assertPassed(t, found, 1)
  assert.notEqual(found.figures.secrets, 0)
  const codes = 'apps/service/test/http/current/codes.test.ts'
  const { violations } = await runSecretSearch('logged-responses', order(1), [codes])
  assert.ok(
    violations.some((violation) => violation.includes('the log contains a secret')),
    violations.join('; '),
  )
})
