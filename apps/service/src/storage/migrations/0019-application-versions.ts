import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const numberApplications = sql`insert into application_versions (app_id, version)
  select id, row_number() over (order by updated_at, id) from applications`

/**
 * The order in which applications changed, whatever the clocks of the nodes say. A row outlives its application, so that
 * the highest version never decreases.
 */
export const applicationVersions: Migration = {
  name: '0019-application-versions',
  kind: 'initial',
  since: '0.1.0',
  statements: (builder, types) => [
    builder.schema
      .createTable('application_versions')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('version', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('application_versions_app_id', ['app_id'])
      .addUniqueConstraint('application_versions_version', ['version']),
    { compile: () => numberApplications.compile(builder) },
    builder.schema.dropIndex('applications_by_change'),
  ],
}
