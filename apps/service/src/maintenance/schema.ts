import type { Config } from '../config.ts'
import { listMissing, type MissingMigration } from '../storage/migrations/inspect.ts'
import type { MigrateOptions } from '../storage/migrations/migrate.ts'
import { migrateDatabase, openReadOnly } from '../storage/open.ts'

export type { MissingMigration } from '../storage/migrations/inspect.ts'

/** Lists the migrations that the installation's database lacks. Writes nothing and creates no file. */
export async function inspectSchema(
  { DATABASE_URL }: Config,
  options: MigrateOptions,
): Promise<readonly MissingMigration[]> {
  const reader = await openReadOnly(DATABASE_URL)
  try {
    return await listMissing(reader, options)
  } finally {
    await reader.close()
  }
}

/** Applies the migrations that the database lacks, contracting ones only on request. Returns their names. */
export async function migrateSchema({ DATABASE_URL }: Config, options: MigrateOptions): Promise<readonly string[]> {
  const applied = await migrateDatabase(DATABASE_URL, options)
  return applied.map(({ name }) => name)
}
