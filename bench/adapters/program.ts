import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@thumbturn/service-harness/postgres.ts'
import type { Place, RunningContestant } from './adapter.ts'

/** A program and its arguments, which finds its port in PORT, and its folder in DATA_DIR. */
export type Program = {
  run: readonly string[]
  /** The folder that it runs in, if not `root`. */
  cwd?: string
  /** Further environment variables. */
  env?: (port: number) => Readonly<Record<string, string>>
  /** How many processes serve the same database, each on a port of its own; 1 by default. */
  processes?: number
}

/** The folder that programs run in. */
export const root = new URL('../..', import.meta.url)

/** Starts what users install of Thumbturn, the bundle, with the flags that it starts with everywhere. */
export const runBundle = [process.execPath, 'scripts/run/with-node.mjs', 'scripts/run/bundled-start.mjs', 'serve']

const programs: ChildProcess[] = []
// An error that nothing catches must not leave a program behind, which would use the processor and the port of the next run.
process.on('exit', () => {
  for (const program of programs) program.kill('SIGKILL')
})

const bundle = new URL('apps/service/dist/repository/main.js', root)

/** Why the bundle can't start; undefined if it can. */
export const findMissingBundle = () =>
  existsSync(bundle) ? undefined : 'its bundle is not built (npm run bundle -w apps/service)'

/** All that the process of a program at a port finds in its environment. */
export const createEnvironment = ({ env }: Program, place: Place, port: number) => ({
  // Nothing of the caller's environment but the path: a DATABASE_URL set there must not be filled with test users.
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PORT: `${port}`,
  DATA_DIR: join(place.folder, `${port}`),
  ...env?.(place.port),
  ...place.env,
})

/** The commits of a contestant on SQLite that sets these pragmas, and on PostgreSQL. */
export const commitsOnSqlite = 'SQLite, journal_mode=WAL, synchronous=FULL'
export const commitsOnPostgres = 'PostgreSQL, fsync=on, synchronous_commit=on'

/** The version of a package that contestants are made of. */
export function readPackageVersion(name: string): string {
  const manifest = new URL(`bench/contestants/node_modules/${name}/package.json`, root)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

/** The version that a program prints if it is run with these arguments; all that it prints if no number is in it. */
export function readProgramVersion(program: string, args: readonly string[]): string {
  const printed = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  return /\d+\.\d+(\.\d+)?[\w.+-]*/.exec(printed)?.[0] ?? printed
}

/** Starts a program on a PostgreSQL server of its own, at `url`, which stops with the program. */
export async function startOnPostgres(start: (url: string) => Promise<RunningContestant>): Promise<RunningContestant> {
  const server = await startPostgres()
  const stopServer = () => void server.stop().catch(() => {})
  try {
    const started = await start(server.url)
    const stop = () => {
      started.stop()
      stopServer()
    }
    return { ...started, databasePid: server.pid, stop }
  } catch (error) {
    stopServer()
    throw error
  }
}

/** Starts the processes of a program, and resolves once each of them responds. */
export async function startProgram(program: Program, place: Place): Promise<RunningContestant> {
  const { run, processes = 1 } = program
  const ports = Array.from({ length: processes }, (_, index) => place.port + index)
  const children: ChildProcess[] = []
  const stop = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  try {
    for (const port of ports) {
      const folder = join(place.folder, `${port}`)
      mkdirSync(folder)
      const log = join(folder, 'log.txt')
      const output = openSync(log, 'w')
      const [command, ...args] = run
      const child = spawn(command!, args, {
        stdio: ['ignore', output, output],
        cwd: program.cwd ?? root,
        env: createEnvironment(program, place, port),
      })
      children.push(child)
      programs.push(child)
      await listening(child, port).catch((error: Error) => {
        throw new Error(`${error.message}\n${readFileSync(log, 'utf8').slice(-2000)}`)
      })
    }
  } catch (error) {
    stop()
    throw error
  }
  return { ports, pids: children.map(({ pid }) => pid!), stop }
}

/** The first start ever of the service builds its pages, which can take a minute. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  for (let attempt = 0; attempt < 600; attempt++) {
    if (failure) throw failure
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`)
    const responds = await fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    )
    if (responds) return
    await sleep(200)
  }
  throw new Error(`nothing listens on port ${port} after two minutes`)
}
