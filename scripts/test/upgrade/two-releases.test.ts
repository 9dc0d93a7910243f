import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { PostgresUnavailable, startPostgres } from '@thumbturn/service-harness/postgres.ts'
import { type Load, origin, signInAt, startLoad } from './load.ts'
import { type RunningNode, runCommand, type Settings, startNode } from './nodes.ts'
import { checkOutPrevious, createNextRelease, type Release, thisRelease } from './releases.ts'

type Engine = 'SQLite' | 'PostgreSQL'

/** An installation of a release, with the application `shop`. Undefined if there is no PostgreSQL; then the test is skipped. */
async function createInstallation(t: TestContext, engine: Engine, release: Release): Promise<Settings | undefined> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'thumbturn-upgrade-'))
  t.after(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const DATABASE_URL = engine === 'SQLite' ? `sqlite:${DATA_DIR}/thumbturn.db` : await createPostgres(t)
  if (DATABASE_URL === undefined) return undefined
  const settings = { DATA_DIR, DATABASE_URL, THUMBTURN_MASTER_KEY: randomBytes(32).toString('base64url') }
  const args = ['app', 'create', 'shop', '--rp-id', 'example.com', '--origin', origin]
  const { status, stderr } = runCommand(release, args, settings)
  assert.equal(status, 0, stderr)
  return settings
}

async function createPostgres(t: TestContext): Promise<string | undefined> {
  try {
    const { url, stop } = await startPostgres()
    t.after(stop)
    return url
  } catch (error) {
    if (!(error instanceof PostgresUnavailable)) throw error
    t.skip(error.message)
    return undefined
  }
}

type Upgrade = { from: Release; to: Release; settings: Settings; load: Load }

/** One node on one machine: the old release stops, and the new one starts. Returns the new node. */
async function replaceNode(t: TestContext, { from, to, settings, load }: Upgrade): Promise<RunningNode> {
  const old = await startNode(t, from, settings)
  load.use(old)
  await load.pass(40)
  planUpgrade(to, settings)
  await load.drain(old)
  const start = performance.now()
  await old.stop()
  const next = await startNode(t, to, settings)
  t.diagnostic(`without a node for ${Math.round(performance.now() - start)} ms`)
  load.use(next)
  await load.pass(40)
  return next
}

/** A rolling upgrade of two nodes. Returns the node of the new release. */
async function rollOver(t: TestContext, { from, to, settings, load }: Upgrade): Promise<RunningNode> {
  let old = await startNode(t, from, settings)
  load.use(old)
  await load.pass(40)
  planUpgrade(to, settings)
  const next = await startNode(t, to, settings)
  load.use(next)
  await load.pass(80)
  await load.drain(old)
  await old.stop()
  old = await startNode(t, from, settings)
  load.use(old)
  await load.pass(80)
  await load.drain(old)
  await old.stop()
  await load.pass(40)
  return next
}

/** A dry run of the new release leaves everything as it is. This release can have the schema of the previous one. */
function planUpgrade(to: Release, settings: Settings) {
  const plans = [1, 2].map(() => {
    const { status, stdout, stderr } = runCommand(to, ['migrate-schema', '--dry-run', '--json'], settings)
    const { pending } = JSON.parse(stdout) as { pending: { kind: string; applies: boolean }[] }
    assert.equal(status, pending.some(({ applies }) => applies) ? 1 : 0, stderr)
    assert.ok(pending.every(({ kind, applies }) => applies === (kind !== 'contract')))
    return pending
  })
  assert.deepEqual(plans[1], plans[0])
  if (to !== thisRelease) assert.notDeepEqual(plans[0], [])
}

async function upgradeUnderLoad(t: TestContext, engine: Engine, [from, to]: readonly [Release, Release]) {
  const settings = await createInstallation(t, engine, from)
  if (settings === undefined) return undefined
  const load = startLoad()
  // Otherwise the load of a failed test would continue for ever.
  t.after(() => void load.stop())
  const upgrade = engine === 'SQLite' ? replaceNode : rollOver
  const next = await upgrade(t, { from, to, settings, load })
  await load.stop()
  assert.deepEqual(load.failures, [])
  for (const user of load.users) await signInAt(next, user)
  t.diagnostic(`${load.users.length} users signed up, no call failed, and each of them signs in after the upgrade`)
  return { settings, next, user: load.users[0]! }
}

for (const engine of ['SQLite', 'PostgreSQL'] as const) {
  test(`${engine}: from the previous release to this one, no request fails`, async (t) => {
    const previous = checkOutPrevious(t)
    if (previous === undefined) return
    const upgraded = await upgradeUnderLoad(t, engine, [previous, thisRelease])
    await upgraded?.next.stop()
  })

  test(`${engine}: from this release to the next one and back, no request fails until it contracts the schema`, async (t) => {
    const to = createNextRelease(t)
    const upgraded = await upgradeUnderLoad(t, engine, [thisRelease, to])
    if (!upgraded) return
    const { settings, next, user } = upgraded
    await next.stop()
    const back = await startNode(t, thisRelease, settings)
    await signInAt(back, user)
    await back.stop()
    const contracted = runCommand(to, ['migrate-schema', '--contract', '--json'], settings)
    assert.deepEqual(JSON.parse(contracted.stdout), { applied: ['9003-no-device-index'], waiting: [] })
    const again = await startNode(t, to, settings)
    await signInAt(again, user)
    await again.stop()
    const { status, stderr } = runCommand(thisRelease, ['serve'], { ...settings, PORT: '0' })
    assert.equal(status, 2)
    assert.match(stderr, /Start release 9\.1\.0 or later\. To go back to this release, restore the backup/)
  })
}
