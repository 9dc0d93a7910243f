import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { installPackages } from './debian.ts'
import { findFreePort } from './free-port.ts'
import { unprivilegedAccount } from './postgres.ts'

const program = '/usr/sbin/pgbouncer'

export type Pooling = 'session' | 'transaction' | 'statement'

type Settings = { pooling: Pooling; further?: readonly string[] }

const toConfiguration = ({ hostname, port, username, pathname }: URL, own: Settings & { port: number }) => `
[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own.port}
unix_socket_dir =
auth_type = any
pool_mode = ${own.pooling}
${(own.further ?? []).join('\n')}
`

/**
 * Starts PgBouncer before the server of a database; returns the URL of the same database behind it. `further` are settings, as in
 * pgbouncer.ini.
 */
export async function startPgBouncer(t: TestContext, url: string, settings: Settings): Promise<string> {
  if (!existsSync(program)) installPackages('pgbouncer')
  assert.ok(existsSync(program), 'Install PgBouncer (Debian: apt-get install pgbouncer)')
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-pgbouncer-'))
  const [target, port] = [new URL(url), await findFreePort()]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, toConfiguration(target, { ...settings, port }))
  // It runs as another user, because it does not run as root.
  chmodSync(folder, 0o755)
  const child = spawn(program, [file], { ...unprivilegedAccount(), cwd: '/', stdio: 'ignore' })
  t.after(async () => {
    const ended = once(child, 'exit')
    if (isRunning(child) && child.kill('SIGKILL')) await ended
    rmSync(folder, { recursive: true })
  })
  target.port = String(port)
  await untilServed(target.href, child)
  return target.href
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

const longestMs = 60_000

async function untilServed(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = performance.now() + longestMs; performance.now() < deadline; await pause(20)) {
    assert.ok(isRunning(child), 'PgBouncer does not start')
    if (await isServed(url)) return
  }
  throw new Error('PgBouncer did not serve the database within a minute')
}

async function isServed(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
