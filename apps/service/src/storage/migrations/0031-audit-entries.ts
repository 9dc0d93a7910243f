import type { Migration } from './migration.ts'

/** Administrative changes. `application` is no foreign key: entries outlive what they are about. */
export const auditEntries: Migration = {
  name: '0031-audit-entries',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    schema
      .createTable('audit_entries')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('at', types.integer, (column) => column.notNull())
      .addColumn('actor_kind', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text', (column) => column.notNull())
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('application', 'text')
      .addColumn('target', 'text')
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('address', 'text')
      .addColumn('user_agent', 'text')
      .addPrimaryKeyConstraint('audit_entries_id', ['id']),
    schema.createIndex('audit_entries_by_application').on('audit_entries').columns(['application', 'id']),
    schema.createIndex('audit_entries_by_actor').on('audit_entries').columns(['actor_id', 'id']),
  ],
}
