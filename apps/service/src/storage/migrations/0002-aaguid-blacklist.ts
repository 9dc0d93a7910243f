import type { Migration } from './migration.ts'

/** The authenticator models that applications block. */
export const aaguidBlacklist: Migration = {
  name: '0002-aaguid-blacklist',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }) => [
    schema
      .createTable('aaguid_blacklist')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('aaguid', 'text', (column) => column.notNull())
      .addColumn('auth', 'smallint', (column) => column.notNull())
      .addColumn('reg', 'smallint', (column) => column.notNull())
      .addPrimaryKeyConstraint('aaguid_blacklist_aaguid', ['app_id', 'aaguid']),
  ],
}
