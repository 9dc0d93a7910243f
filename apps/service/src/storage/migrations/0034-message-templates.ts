import type { Migration } from './migration.ts'

/** The messages whose texts an application changed, by language. */
export const messageTemplates: Migration = {
  name: '0034-message-templates',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('message_templates')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('template', 'text', (column) => column.notNull())
      .addColumn('locale', 'text', (column) => column.notNull())
      // JSON: only the texts that differ from the default ones.
      .addColumn('texts', 'text', (column) => column.notNull())
      .addColumn('updated_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('message_templates_locale', ['app_id', 'template', 'locale']),
  ],
}
