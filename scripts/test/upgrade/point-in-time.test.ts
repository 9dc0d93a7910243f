import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCluster } from './cluster.ts'
import { origin, signInAt, startLoad } from './load.ts'
import { runCommand, startNode } from './nodes.ts'
import { root, thisRelease } from './releases.ts'

/** Commands as the page "Back up, restore, and move" shows them. */
function readSample(region: string): string {
  const sample = readFileSync(join(root, 'examples/shell/postgres-backup.sh'), 'utf8')
  const [, commands] = new RegExp(`# #region ${region}\n(.*?)# #endregion`, 's').exec(sample) ?? []
  return commands ?? assert.fail(`postgres-backup.sh has no region ${region}`)
}

test('restored to a moment, exactly the users from before it exist and sign in', async (t) => {
  const cluster = await createCluster(t)
  if (cluster === undefined) return
  cluster.run(readSample('archive'))
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'thumbturn-restore-'))
  t.after(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const settings = {
    DATA_DIR,
    DATABASE_URL: cluster.url,
    THUMBTURN_MASTER_KEY: randomBytes(32).toString('base64url'),
  }
  const created = runCommand(
    thisRelease,
    ['app', 'create', 'shop', '--rp-id', 'example.com', '--origin', origin],
    settings,
  )
  assert.equal(created.status, 0, created.stderr)
  const node = await startNode(t, thisRelease, settings)

  const early = startLoad('early')
  early.use(node)
  await early.pass(20)
  cluster.run(readSample('base-backup'))
  await early.pass(20)
  await early.stop()
  const MOMENT = cluster.run('psql -At -c "select clock_timestamp()"').trim()
  const late = startLoad('late')
  late.use(node)
  await late.pass(20)
  await late.stop()
  assert.deepEqual([...early.failures, ...late.failures], [])
  await node.stop()

  const start = performance.now()
  cluster.run(readSample('restore'), { MOMENT })
  t.diagnostic(`restored to ${MOMENT} in ${Math.round(performance.now() - start)} ms`)
  const stored = cluster.run(`psql -At -c "select username from users where app_id = 'shop' order by 1"`)
  assert.deepEqual(stored.trim().split('\n'), early.users.map(({ username }) => username).toSorted())

  const restored = await startNode(t, thisRelease, settings)
  for (const user of early.users) await signInAt(restored, user)
  for (const user of late.users)
    await assert.rejects(signInAt(restored, user), /auth\/complete .*"msgCode":"forbidden"/)
  const again = startLoad('again')
  again.use(restored)
  await again.pass(8)
  await again.stop()
  assert.deepEqual(again.failures, [])
  await restored.stop()
  t.diagnostic(`${early.users.length} users from before the moment sign in, ${late.users.length} from after it don't`)
})
