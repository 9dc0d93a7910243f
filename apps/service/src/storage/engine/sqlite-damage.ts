import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Engine } from './engine.ts'
import { isDamage } from './sqlite-outages.ts'

/** SQLITE_CORRUPT */
const DAMAGED = 11
/** Up to this size a check of every page takes a fraction of a second; `doctor` checks larger files. */
const mostBytesAtOpening = 64 * 1024 * 1024

/** Finds pages that don't fit together. Values that changed within their place aren't noticed. */
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

/** The same engine, but it writes nothing more once it has met damage, which could spread: only reads are tried. */
export function stoppingAtDamage(engine: Engine): Engine {
  let damage: unknown
  const watched = <Result>(result: Promise<Result>) =>
    result.catch((error: unknown) => {
      if (isDamage(error)) damage ??= error
      throw error
    })
  return {
    ...engine,
    read: (statement) => watched(engine.read(statement)),
    write: async (steps) => {
      if (damage !== undefined) throw damage
      return watched(engine.write(steps))
    },
  }
}
