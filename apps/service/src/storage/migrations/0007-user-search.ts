import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The texts that users are found by, and an index of every three consecutive characters. It is filled in the background, so that
 * sign-ups don't pay for it. It needs no extension of PostgreSQL, which many operators can't install.
 */
export const userSearch: Migration = {
  name: '0007-user-search',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, { integer }) =>
    (integer === 'bigint' ? onPostgres : onSqlite).map((text) => ({ compile: () => sql.raw(text).compile(builder) })),
}

const constraints = `
    constraint user_search_texts_user_id primary key (app_id, user_id),
    constraint user_search_texts_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade`

const onPostgres: readonly string[] = [
  `create table user_search_texts (
    app_id text not null, user_id text not null, content text not null, created_at bigint not null,
    terms integer[] not null,${constraints}
  )`,
  'create index user_search_texts_by_term on user_search_texts using gin (terms)',
  'create index user_search_texts_by_time on user_search_texts (app_id, created_at, user_id)',
  `create table user_search_progress (
    app_id text not null, position text not null, complete smallint not null,
    constraint user_search_progress_app_id primary key (app_id)
  )`,
]

// The triggers also run when a foreign key deletes a row.
const onSqlite: readonly string[] = [
  `create table user_search_texts (
    row integer primary key, app_id text not null, user_id text not null, content text not null,
    created_at integer not null,${constraints.replace('primary key', 'unique')}
  )`,
  'create index user_search_texts_by_time on user_search_texts (app_id, created_at, user_id)',
  `create virtual table user_search_index using fts5(
    content, content = 'user_search_texts', content_rowid = 'row', tokenize = 'trigram', detail = 'none'
  )`,
  `insert into user_search_index (user_search_index, rank) values ('secure-delete', 1)`,
  `create trigger user_search_texts_added after insert on user_search_texts begin
    insert into user_search_index (rowid, content) values (new.row, new.content);
  end`,
  `create trigger user_search_texts_changed after update on user_search_texts begin
    insert into user_search_index (user_search_index, rowid, content) values ('delete', old.row, old.content);
    insert into user_search_index (rowid, content) values (new.row, new.content);
  end`,
  `create trigger user_search_texts_deleted after delete on user_search_texts begin
    insert into user_search_index (user_search_index, rowid, content) values ('delete', old.row, old.content);
  end`,
  `create table user_search_progress (
    app_id text not null, position text not null, complete smallint not null,
    constraint user_search_progress_app_id primary key (app_id)
  )`,
]
