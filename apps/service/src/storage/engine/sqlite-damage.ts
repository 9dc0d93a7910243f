import { once } from 'node:events'
import { statSync } from 'node:fs'
import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { orElse } from '../../core/after.ts'
import type { Engine } from './engine.ts'
import { isDamage } from './sqlite-outages.ts'

/** SQLITE_CORRUPT */
const DAMAGED = 11
/** Up to this size, reading or writing every page takes a fraction of a second; `doctor` looks after larger files. */
export const mostBytesAtOpening = 64 * 1024 * 1024

/** Finds pages that don't fit together. Values that changed without moving aren't noticed. */
export const checkPages = 'PRAGMA quick_check(1)'

/**
 * Checks every page of a file that isn't large.
 * @throws Error with SQLite's code for damage
 */
export function rejectDamage(database: DatabaseSync, path: string): void {
  if (statSync(path).size > mostBytesAtOpening) return
  const { quick_check: found } = database.prepare(checkPages).get()!
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { errcode: DAMAGED })
}

/** Tells whether every page of the database can be read and fits the others. Ends early at the signal. */
export type IntegrityCheck = (signal: AbortSignal) => Promise<boolean>

const firstPauseMs = 1_000
const longestPauseMs = 60_000

/**
 * The same engine, but once it has met damage, it only tries reads: writing could spread it. SQLite reports a disk that can't be
 * read for a while as damage too, so the whole file is checked until it is fine; then the engine writes again.
 */
export function suspendingAtDamage(engine: Engine, check: IntegrityCheck): Engine {
  let damage: unknown
  const closing = new AbortController()
  const { signal } = closing

  async function resumeWhenWhole() {
    for (let pauseMs = firstPauseMs; !(await check(signal)); pauseMs = Math.min(2 * pauseMs, longestPauseMs))
      await setTimeout(pauseMs, undefined, { signal, ref: false })
    damage = undefined
  }

  const suspend = (error: unknown): never => {
    if (isDamage(error) && damage === undefined) {
      damage = error
      // Only closing ends it early.
      resumeWhenWhole().catch(() => {})
    }
    throw error
  }
  return {
    ...engine,
    read: (statement) => orElse(() => engine.read(statement), suspend),
    write: async (steps) => {
      if (damage !== undefined) throw damage
      return engine.write(steps).catch(suspend)
    },
    async close() {
      closing.abort()
      await engine.close()
    },
  }
}

/** Checks the file at `path` in a thread of its own. */
export const checkInWorker =
  (path: string): IntegrityCheck =>
  async (signal) => {
    const worker = new Worker(new URL(`./integrity-check${extname(import.meta.url)}`, import.meta.url), {
      workerData: path,
      env: {},
    })
    worker.unref()
    try {
      const [isWhole] = await once(worker, 'message', { signal })
      return isWhole
    } catch {
      signal.throwIfAborted()
      return false
    } finally {
      await worker.terminate()
    }
  }
