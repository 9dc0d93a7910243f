import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContestantName } from '../load/flows.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname

/** What each contestant is: a program for this Node, and what it needs in its environment besides PORT and DATA_DIR. */
const programs: Record<ContestantName, { run: string[]; env: (port: number) => Record<string, string> }> = {
  floor: { run: [here('floor.ts')], env: () => ({}) },
  thumbturn: {
    // What `npm start` runs, without npm.
    run: [here('../../scripts/run/with-node.mjs'), 'scripts/run/start.mjs', 'serve'],
    // The load comes from one address, and the other contestants count nothing either; nor do they run a bank beside
    // themselves, or build a website.
    env: (port) => ({
      HOST: '127.0.0.1',
      BASE_URL: `http://localhost:${port}`,
      RATE_LIMITS: 'off',
      DEMOS: 'off',
      SITE: 'off',
    }),
  },
  'better-auth': { run: [here('better-auth.ts')], env: () => ({}) },
}

export const contestantNames = Object.keys(programs) as ContestantName[]

/** A contestant that runs. */
export interface Running {
  name: ContestantName
  port: number
  pid: number
  /** Its temporary folder: the database and the log. */
  folder: string
  /** Kills it and removes the folder. */
  stop(): void
}

// Thumbturn writes down what it compiled two seconds after its start.
const compiledAfterMs = 3_000

const alive = new Set<() => void>()

/** Stops every contestant, also those that are still starting. */
export function stopContestants(): void {
  for (const stop of alive) stop()
}

type Start = { port: number; folder?: string; env?: Record<string, string> }

/**
 * Starts a contestant as one process of its own on an empty database and waits until it answers. It is started twice:
 * what a program compiles at its first start ever is no part of what a server costs.
 */
export async function startContestant(name: ContestantName, start: Start): Promise<Running> {
  const first = await startOnce(name, start)
  await sleep(compiledAfterMs)
  first.stop()
  return startOnce(name, start)
}

async function startOnce(name: ContestantName, { port, folder: parent = tmpdir(), env = {} }: Start): Promise<Running> {
  const folder = mkdtempSync(join(parent, `bench-${name}-`))
  const log = join(folder, 'log.txt')
  const output = openSync(log, 'w')
  const { run, env: own } = programs[name]
  const child = spawn(process.execPath, run, {
    stdio: ['ignore', output, output],
    // Nothing of the caller's environment but the path: a DATABASE_URL set there must not be filled with test users.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: `${port}`, DATA_DIR: folder, ...own(port), ...env },
  })
  const stop = () => {
    alive.delete(stop)
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  alive.add(stop)
  try {
    await listening(child, port)
  } catch (error) {
    const output = readFileSync(log, 'utf8').slice(-2000)
    stop()
    throw new Error(`${name} did not start: ${(error as Error).message}\n${output}`)
  }
  return { name, port, pid: child.pid!, folder, stop }
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`)
    const answered = await fetch(`http://localhost:${port}/`).then(
      () => true,
      () => false,
    )
    if (answered) return
    await sleep(200)
  }
  throw new Error(`nothing listens on port ${port} after 30 seconds`)
}
