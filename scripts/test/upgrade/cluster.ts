import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, globSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'

/** A PostgreSQL server that is operated by its own tools, as its own user. */
export type Cluster = { url: string; run(script: string, variables?: Record<string, string>): string }

/** Starts a cluster in a temporary folder. Undefined if PostgreSQL isn't installed; then the test is skipped. */
export async function createCluster(t: TestContext): Promise<Cluster | undefined> {
  const [initdb] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().toReversed()
  if (initdb === undefined) {
    t.skip('PostgreSQL is not installed (Debian: apt-get install postgresql)')
    return undefined
  }
  const account = findAccount()
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-cluster-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const port = String(await findFreePort())
  const env = {
    PATH: `${dirname(initdb)}:${process.env.PATH}`,
    LC_ALL: 'C',
    TZ: 'UTC',
    PGDATA: join(folder, 'data'),
    PGHOST: '127.0.0.1',
    PGPORT: port,
    PGUSER: 'postgres',
    BACKUPS: join(folder, 'backups'),
  }
  const log = openSync(join(folder, 'log'), 'a')
  let runs = 0
  // A file of its own each time: a server that the script starts keeps writing to it.
  const run: Cluster['run'] = (script, variables) => {
    const out = join(folder, `output-${runs++}`)
    const options = { ...account, cwd: folder, env: { ...env, ...variables } }
    const { status } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
      ...options,
      stdio: ['ignore', openSync(out, 'w'), log],
    })
    assert.equal(status, 0, `${script}\n${execFileSync('tail', ['-n', '20', join(folder, 'log'), out])}`)
    return execFileSync('cat', [out], { encoding: 'utf8' })
  }
  t.after(() => {
    run('pg_ctl stop --mode immediate || true')
    rmSync(folder, { recursive: true, force: true })
  })
  run('initdb -A trust -E UTF8 --no-locale -N')
  const settings = [`port = ${port}`, `listen_addresses = '127.0.0.1'`, `unix_socket_directories = '${folder}'`]
  appendFileSync(join(env.PGDATA, 'postgresql.conf'), `${settings.join('\n')}\n`)
  run('pg_ctl start --wait')
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, run }
}

/** PostgreSQL doesn't run as root. */
function findAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}
