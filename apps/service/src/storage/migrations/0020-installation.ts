import type { Migration } from './migration.ts'

/** Facts about the installation as a whole, by name. */
export const installation: Migration = {
  name: '0020-installation',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }) => [
    schema
      .createTable('installation')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('installation_name', ['name']),
  ],
}
