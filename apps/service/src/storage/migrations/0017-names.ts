import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Who has which name in an application, as a username or as a verified contact: a name has one user. A name without a kind
 * is a username, or the email address or phone number that a username denotes; the others go with their contact.
 */
export const names: Migration = {
  name: '0017-names',
  kind: 'initial',
  since: '0.1.0',
  statements: (builder) => [
    builder.schema
      .createTable('names')
      .addColumn('app_id', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text')
      .addPrimaryKeyConstraint('names_name_key', ['app_id', 'name_key'])
      .addForeignKeyConstraint('names_owner', ['app_id', 'user_id'], 'users', ['app_id', 'id'], (constraint) =>
        constraint.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'names_contact',
        ['app_id', 'user_id', 'name_key', 'kind'],
        'contacts',
        ['app_id', 'user_id', 'address_key', 'kind'],
        (constraint) => constraint.onDelete('cascade'),
      ),
    builder.schema.createIndex('names_by_user').on('names').columns(['app_id', 'user_id']),
    raw(builder, 'insert into names (app_id, name_key, user_id) select app_id, username_key, id from users'),
    // Where both exist already, the name stays the username's.
    raw(
      builder,
      `insert into names (app_id, name_key, user_id, kind) select app_id, address_key, user_id, kind from contacts
       where verified_at is not null on conflict (app_id, name_key) do nothing`,
    ),
  ],
}

const raw = (builder: Kysely<unknown>, text: string) => ({ compile: () => sql.raw(text).compile(builder) })
