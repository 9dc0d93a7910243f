import type { Config } from '../config.ts'
import { checkPages } from '../storage/engine/sqlite-damage.ts'
import { damageAdvice } from '../storage/engine/sqlite-outages.ts'
import { openReadOnly } from '../storage/open.ts'

/** What is wrong with the pages of a SQLite file, and what to do; undefined if nothing is. PostgreSQL checks its own pages. */
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
