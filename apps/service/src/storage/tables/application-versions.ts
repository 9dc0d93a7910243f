import { sql } from 'kysely'
import { number, type Stored, table, text } from '../columns.ts'
import { type Database, demanded, prepareStep } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'

const versions = table('application_versions', { appId: text(), version: number() }, ['app_id'])

declare module '../schema.ts' {
  interface Tables {
    application_versions: Stored<typeof versions>
  }
}

/** Another change took the version while this batch was written: the next run takes a later one. */
const taken = { application_versions_version: 'taken' } as const

/** Each further run lost to another change, so this many are only reached by a flood of changes. */
const mostRuns = 100

const nextVersion = sql<number>`(select coalesce(max(version), 0) + 1 from application_versions)`

/**
 * Every change of an application takes the version after the highest. The versions are unique, so a batch waits for the one
 * that takes the same version, and becomes visible only after all earlier versions: a reader never misses one.
 */
export function applicationVersions(db: Database) {
  const { query } = db
  const first = prepareStep('application_versions', ({ appId }: { appId: string }) =>
    query
      .insertInto('application_versions')
      .values({ app_id: appId, version: nextVersion })
      // The id of an application that was deleted.
      .onConflict((conflict) => conflict.column('app_id').doUpdateSet({ version: nextVersion })),
  )
  const next = prepareStep('application_versions', ({ appId, version }: { appId: string; version: number }) =>
    query
      .updateTable('application_versions')
      .set({ version: nextVersion })
      .where('app_id', '=', appId)
      .where('version', '=', version),
  )
  return {
    /** The step of a new application. */
    first: (appId: string) => first({ appId }),
    /** The step of a change, which conflicts (`application_versions_missing`) unless the application has that version. */
    next: (application: { id: string; version: number }) =>
      demanded(next({ appId: application.id, version: application.version })),
    /** Writes a batch with one of these steps, again where its version was taken; otherwise like `atomically`. */
    async write(steps: readonly Step[], conflicts: Readonly<Record<string, false>>): Promise<boolean> {
      for (let run = 1; run < mostRuns; run++) {
        const outcome = await db.atomically<false | 'taken'>(steps, { ...conflicts, ...taken })
        if (outcome !== 'taken') return outcome ?? true
      }
      return (await db.atomically(steps, conflicts)) ?? true
    },
  }
}
