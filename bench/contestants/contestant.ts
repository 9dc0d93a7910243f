import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Adapter, RunningContestant } from '../adapters/adapter.ts'
import { findAdapter } from '../adapters/adapters.ts'

/** A contestant that runs. */
export interface Running extends RunningContestant {
  name: string
  /** Its temporary folder: the database and the log. */
  folder: string
}

// Thumbturn writes down what it compiled two seconds after its start.
const compiledAfterMs = 3_000

const alive = new Set<() => void>()

/** Stops every contestant that runs, and deletes their folders. */
export function stopContestants(): void {
  for (const stop of alive) stop()
}

/** `from`: what starts it if that isn't its adapter. */
type Start = { port: number; folder?: string; env?: Record<string, string>; from?: Pick<Adapter, 'start'> }

/**
 * Starts a contestant on an empty database and waits until it responds. It is started twice: what a program compiles at its
 * first start ever is no part of what a server costs.
 */
export async function startContestant(name: string, start: Start): Promise<Running> {
  const first = await startOnce(name, start)
  await sleep(compiledAfterMs)
  first.stop()
  return startOnce(name, start)
}

async function startOnce(name: string, { port, folder: parent = tmpdir(), env = {}, from }: Start): Promise<Running> {
  const folder = mkdtempSync(join(parent, `bench-${name}-`))
  const remove = () => {
    alive.delete(remove)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  // So that an interrupt during the start leaves no folder.
  alive.add(remove)
  try {
    const started = await (from ?? findAdapter(name)).start({ port, folder, env })
    const stop = () => {
      alive.delete(stop)
      started.stop()
      remove()
    }
    alive.add(stop)
    return { ...started, name, folder, stop }
  } catch (error) {
    remove()
    throw new Error(`${name} did not start: ${(error as Error).message}`, { cause: error })
  }
}
