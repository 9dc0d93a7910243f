import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { installPackages } from './debian.ts'
import { findFreePort } from './free-port.ts'

/** Why there is no PostgreSQL to test with, and what to do about it. */
export class PostgresUnavailable extends Error {
  override name = 'PostgresUnavailable'
}

/** A running server of one test file. */
export type PrivatePostgres = {
  url: string
  /** Its main process, until it is restarted. */
  pid: number
  /** Stops it immediately, without a checkpoint, as after a crash. */
  crash(): Promise<void>
  /** Starts it again after a crash, on the same port; resolves once it has recovered. */
  restart(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server of one's own: temporary folder, free port, loopback only, no password, fsync on.
 * As root it runs as an unprivileged user, because PostgreSQL does not run as root; and on Debian it installs the package.
 * `settings` are further ones, as in postgresql.conf.
 * @throws PostgresUnavailable when no binaries can be had
 */
export async function startPostgres(settings: readonly string[] = []): Promise<PrivatePostgres> {
  const place = await preparePlace(settings)
  const { folder } = place
  try {
    initialise(place)
    let server = await serve(place)
    // Cleans up after tests that end without stop().
    process.once('exit', () => {
      server.kill('SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    return {
      url: `postgres://postgres@127.0.0.1:${place.port}/postgres`,
      pid: server.pid!,
      crash: () => end(server, 'SIGQUIT'),
      restart: async () => {
        server = await serve(place)
      },
      stop: () => end(server, 'SIGINT').then(() => rmSync(folder, { recursive: true, force: true })),
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

type Account = { uid: number; gid: number }

/** Where a server has its data, and how it starts. */
export type Place = {
  binaries: string
  folder: string
  account: Account | undefined
  port: number
  settings: readonly string[]
}

/**
 * An empty folder and a free port for a server.
 * @throws PostgresUnavailable when no binaries can be had
 */
export async function preparePlace(settings: readonly string[]): Promise<Place> {
  const binaries = findBinaries() ?? installBinaries()
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-postgres-'))
  if (account) chownSync(folder, account.uid, account.gid)
  return { binaries, folder, account, port: await findFreePort(), settings }
}

/** The folder with initdb and postgres, the newest version first. */
function findBinaries(): string | undefined {
  const major = (path: string) => Number(path.split('/')[4])
  const packaged = globSync('/usr/lib/postgresql/*/bin/initdb').sort((a, b) => major(b) - major(a))
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'initdb'))
  const found = [...packaged, ...inPath].find((path) => existsSync(path))
  return found && dirname(found)
}

function installBinaries(): string {
  const advice = 'install PostgreSQL (Debian: apt-get install postgresql) so that initdb is in the PATH'
  let isInstalled: boolean
  try {
    isInstalled = installPackages('postgresql')
  } catch (error) {
    throw new PostgresUnavailable(`apt-get could not install it; ${advice}`, { cause: error })
  }
  if (!isInstalled) throw new PostgresUnavailable(advice)
  const found = findBinaries()
  if (!found) throw new PostgresUnavailable(`the package postgresql has no initdb here; ${advice}`)
  return found
}

/** The account of servers that do not run as root; undefined for another user. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const readId = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: readId('-u', user), gid: readId('-g', user) }
    } catch {
      // This user doesn't exist, so try the next one.
    }
  }
  throw new PostgresUnavailable('PostgreSQL does not run as root, and there is no user `postgres` or `nobody`')
}

const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** Creates an empty cluster. */
export function initialise({ binaries, folder, account }: Place) {
  const options = ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']
  execFileSync(join(binaries, 'initdb'), options, { ...account, cwd: folder, env: environment, stdio: 'pipe' })
}

/** Copies the cluster that is served on `port` as one that follows it once it is served. */
export async function copyCluster({ binaries, folder, account }: Place, port: number): Promise<void> {
  const data = join(folder, 'data')
  const options = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-X', 'stream', '-c', 'fast']
  const run = promisify(execFile)
  await run(join(binaries, 'pg_basebackup'), options, { ...account, cwd: folder, env: environment })
  // The copy must not require a standby of its own once it is promoted.
  writeFileSync(join(data, 'postgresql.auto.conf'), '')
  writeFileSync(join(data, 'standby.signal'), '')
}

/** Starts a server; resolves once it accepts connections. */
export async function serve({ binaries, folder, account, port, settings: further }: Place): Promise<ChildProcess> {
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'deadlock_timeout=100ms',
    'max_connections=300',
    ...further,
  ]
  const options = ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  // A file rather than a pipe: the runner blocks while its tests run, and a full pipe would block the server.
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'w')
  const server = spawn(join(binaries, 'postgres'), options, {
    ...account,
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', log],
  })
  closeSync(log)
  let failure: Error | undefined
  server.once('error', (error) => {
    failure = error
  })
  while (!/ready to accept (read-only )?connections/.test(readFileSync(logFile, 'utf8'))) {
    if (failure) throw failure
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL ended with ${server.exitCode} at its start:\n${readFileSync(logFile, 'utf8')}`)
    await pause(20)
  }
  return server
}

/** Ends a server by a signal of PostgreSQL: SIGINT for a fast stop, SIGQUIT for an immediate one. */
export async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}
