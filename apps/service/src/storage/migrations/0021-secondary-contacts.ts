import type { Migration } from './migration.ts'

/** A user has a primary and a secondary contact of each kind; every contact from before is a primary one. */
export const secondaryContacts: Migration = {
  name: '0021-secondary-contacts',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }) => [
    schema.alterTable('contacts').addColumn('secondary', 'smallint', (column) => column.notNull().defaultTo(0)),
  ],
}
