import { sql } from 'kysely'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareStep, required } from '../engine/database.ts'

export const versions = table('application_versions', { appId: text(), version: number() }, ['app_id'])

declare module '../schema.ts' {
  interface Tables {
    application_versions: StoredRow<typeof versions>
  }
}

const highest = sql<number>`(select coalesce(max(version), 0) from application_versions)`
const nextVersion = sql<number>`${highest} + 1`

type Latest = { latest?: number | undefined }

/**
 * Every change of an application takes the version after the highest. The versions are unique, so a batch waits for the one
 * that takes the same version, and becomes visible only after all earlier versions: a reader never misses one. With
 * `latest`, a step requires that this is the highest version, so that what was read of all applications still holds.
 */
export function prepareVersions({ query }: Database) {
  const isLatest = (latest: number | null) => sql<boolean>`${highest} = coalesce(${latest}, ${highest})`
  const insert = prepareStep('application_versions', ({ appId, latest }: { appId: string; latest: number | null }) =>
    query
      .insertInto('application_versions')
      .columns(['app_id', 'version'])
      .expression(
        query.selectNoFrom(({ val }) => [val(appId).as('app_id'), nextVersion.as('version')]).where(isLatest(latest)),
      )
      .onConflict((conflict) => conflict.column('app_id').doUpdateSet({ version: nextVersion })),
  )
  const update = prepareStep(
    'application_versions',
    ({ appId, version, latest }: { appId: string; version: number; latest: number | null }) =>
      query
        .updateTable('application_versions')
        .set({ version: nextVersion })
        .where('app_id', '=', appId)
        .where('version', '=', version)
        .where(isLatest(latest)),
  )
  return {
    /** The step of a new application, whose id may be that of a deleted one. */
    first: ({ id, latest }: { id: string } & Latest) => required(insert({ appId: id, latest: latest ?? null })),
    /** The step of a change, which requires that the application has that version. */
    next: ({ id, version, latest }: { id: string; version: number } & Latest) =>
      required(update({ appId: id, version, latest: latest ?? null })),
  }
}
