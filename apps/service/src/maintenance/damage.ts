import type { Config } from '../config.ts'
import { erasingId } from '../storage/engine/sqlite-connection.ts'
import { checkPages } from '../storage/engine/sqlite-damage.ts'
import { damageAdvice } from '../storage/engine/sqlite-outages.ts'
import { sqlitePath } from '../storage/engine/unopened.ts'
import { openReadOnly } from '../storage/open.ts'

/** Whether a SQLite file can still have remains of what an earlier release deleted, and was too large to be rebuilt at a start. */
export async function hasRemains({ DATABASE_URL }: Config): Promise<boolean> {
  if (!DATABASE_URL.startsWith('sqlite:') || sqlitePath(DATABASE_URL) === ':memory:') return false
  const reader = await openReadOnly(DATABASE_URL)
  try {
    const [row] = await reader.read({ sql: 'PRAGMA application_id', values: [] })
    return row?.application_id !== erasingId
  } finally {
    await reader.close()
  }
}

/**
 * The damage of the pages of a SQLite file, and the remedy; undefined if there is none. PostgreSQL checks its own
 * pages.
 */
export async function findDamage({ DATABASE_URL }: Config): Promise<{ found: string; advice: string } | undefined> {
  if (!DATABASE_URL.startsWith('sqlite:')) return undefined
  const reader = await openReadOnly(DATABASE_URL)
  try {
    const [row] = await reader.read({ sql: checkPages, values: [] })
    const found = String(row?.quick_check)
    return found === 'ok' ? undefined : { found, advice: damageAdvice }
  } finally {
    await reader.close()
  }
}
