import type { Migration } from './migration.ts'

/** Filters of events that members of an application saved under a name. */
export const savedFilters: Migration = {
  name: '0033-saved-filters',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('saved_filters')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('filters', 'text', (column) => column.notNull())
      .addColumn('saved_by', 'text', (column) => column.notNull())
      .addColumn('saved_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('saved_filters_name', ['app_id', 'name']),
  ],
}
