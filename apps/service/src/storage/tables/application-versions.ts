import { sql } from 'kysely'
import { number, type Stored, table, text } from '../columns.ts'
import { type Database, prepareStep, required } from '../engine/database.ts'

export const versions = table('application_versions', { appId: text(), version: number() }, ['app_id'])

declare module '../schema.ts' {
  interface Tables {
    application_versions: Stored<typeof versions>
  }
}

const nextVersion = sql<number>`(select coalesce(max(version), 0) + 1 from application_versions)`

/**
 * Every change of an application takes the version after the highest. The versions are unique, so a batch waits for the one
 * that takes the same version, and becomes visible only after all earlier versions: a reader never misses one.
 */
export function prepareVersions({ query }: Database) {
  const next = prepareStep('application_versions', ({ appId, version }: { appId: string; version: number }) =>
    query
      .updateTable('application_versions')
      .set({ version: nextVersion })
      .where('app_id', '=', appId)
      .where('version', '=', version),
  )
  return {
    /** The step of a new application, whose id may be that of a deleted one. */
    first: prepareStep('application_versions', ({ appId }: { appId: string }) =>
      query
        .insertInto('application_versions')
        .values({ app_id: appId, version: nextVersion })
        .onConflict((conflict) => conflict.column('app_id').doUpdateSet({ version: nextVersion })),
    ),
    /** The step of a change, which requires that the application has that version. */
    next: ({ id, version }: { id: string; version: number }) => required(next({ appId: id, version })),
  }
}
