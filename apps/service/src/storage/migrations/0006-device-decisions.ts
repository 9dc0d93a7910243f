import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** The decisions of users about devices that show a code. */
export const deviceDecisions: Migration = {
  name: '0006-device-decisions',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, types) =>
    createTables(types).map((text) => ({ compile: () => sql.raw(text).compile(builder) })),
}

const createTables = ({ integer }: ColumnTypes): readonly string[] => [
  `create table device_decisions (
    app_id text not null, code_hash text not null, client_id text not null, user_id text not null,
    decision text not null, passkey_id text, token_epoch ${integer} not null, amr text not null, acr text,
    authenticated_at ${integer} not null, expires_at ${integer} not null, used_at ${integer},
    constraint device_decisions_code_hash primary key (app_id, code_hash),
    constraint device_decisions_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  'create index device_decisions_by_user on device_decisions (app_id, user_id)',
  'create index device_decisions_by_expiry on device_decisions (expires_at)',
]
