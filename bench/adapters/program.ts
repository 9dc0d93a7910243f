import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@thumbturn/service-harness/postgres.ts'
import type { Place, Started } from './adapter.ts'

/** A program and its arguments, which finds its port in PORT, and its folder in DATA_DIR. */
export type Program = {
  run: readonly string[]
  /** Further environment variables. */
  env?: (port: number) => Readonly<Record<string, string>>
  /** How many processes serve the same database, each on a port of its own; 1 by default. */
  processes?: number
}

/** Starts a program on a PostgreSQL server of its own, at `url`, which stops with the program. */
export async function startOnPostgres(start: (url: string) => Promise<Started>): Promise<Started> {
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
export async function startProgram({ run, env, processes = 1 }: Program, place: Place): Promise<Started> {
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
        cwd: new URL('../..', import.meta.url),
        // Nothing of the caller's environment but the path: a DATABASE_URL set there must not be filled with test users.
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          PORT: `${port}`,
          DATA_DIR: folder,
          ...env?.(place.port),
          ...place.env,
        },
      })
      children.push(child)
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

async function listening(child: ChildProcess, port: number): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  for (let attempt = 0; attempt < 150; attempt++) {
    if (failure) throw failure
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`)
    const responds = await fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    )
    if (responds) return
    await sleep(200)
  }
  throw new Error(`nothing listens on port ${port} after 30 seconds`)
}
