import { type CreateTableBuilder, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Contacts of users, the codes sent to them or shown, and failed attempts at a code. */
export const codes: Migration = {
  name: '0006-codes',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    ownedByUser(
      schema.createTable('contacts').addColumn('app_id', 'text', (column) => column.notNull()),
      'contacts',
    )
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('address_key', 'text', (column) => column.notNull())
      .addColumn('verified_at', types.integer)
      .addColumn('messaging_consent', 'smallint', (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('contacts_kind', ['app_id', 'user_id', 'address_key', 'kind']),
    // A verified address has one owner. Unverified claims to it can coexist.
    schema
      .createIndex('contacts_address_key')
      .unique()
      .on('contacts')
      .columns(['app_id', 'address_key'])
      .where(sql.ref('verified_at'), 'is not', null),
    ownedByUser(
      schema.createTable('codes').addColumn('app_id', 'text', (column) => column.notNull()),
      'codes',
    )
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('shown_by', 'text')
      .addColumn('until', types.integer)
      .addColumn('tries', types.integer, (column) => column.notNull())
      .addColumn('created_at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('codes_method', ['app_id', 'account', 'purpose', 'method']),
    schema.createIndex('codes_by_user').on('codes').columns(['app_id', 'user_id']),
    schema.createIndex('codes_by_expiry').on('codes').column('expires_at'),
    ownedByUser(
      schema.createTable('failures').addColumn('app_id', 'text', (column) => column.notNull()),
      'failures',
    )
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('count', types.integer, (column) => column.notNull())
      .addColumn('last_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('failures_method', ['app_id', 'account', 'method']),
    schema.createIndex('failures_by_user').on('failures').columns(['app_id', 'user_id']),
  ],
}

const ownedByUser = (table: CreateTableBuilder<string, string>, name: string) =>
  table.addForeignKeyConstraint(`${name}_owner`, ['app_id', 'user_id'], 'users', ['app_id', 'id'], (constraint) =>
    constraint.onDelete('cascade'),
  )
