import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** The queue of logout tokens. */
export const logoutNotices: Migration = {
  name: '0005-logout-notices',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, types) => createTable(types).map((text) => ({ compile: () => sql.raw(text).compile(builder) })),
}

// Without foreign keys: a client that is deleted at this moment must not keep a session from ending, nor the deletion of
// a user their clients from being notified.
const createTable = ({ integer }: ColumnTypes): readonly string[] => [
  `create table logout_notices (
    app_id text not null, id text not null, client_id text not null, sub text not null, sid text not null,
    attempts integer not null, next_at ${integer} not null, expires_at ${integer} not null,
    created_at ${integer} not null,
    constraint logout_notices_id primary key (app_id, id)
  )`,
  'create index logout_notices_by_time on logout_notices (next_at, id)',
  'create index logout_notices_by_client on logout_notices (app_id, client_id)',
]
