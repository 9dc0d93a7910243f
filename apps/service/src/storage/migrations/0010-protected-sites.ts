import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** Hosts behind a proxy that asks for each request whether it is allowed. */
export const protectedSites: Migration = {
  name: '0010-protected-sites',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, types) =>
    createTables(types).map((text) => ({ compile: () => sql.raw(text).compile(builder) })),
}

const createTables = ({ integer }: ColumnTypes): readonly string[] => [
  `create table protected_sites (
    app_id text not null, id text not null, name text not null, host text not null, rules text not null,
    allowed_groups text not null, identity_claims text not null, session_seconds ${integer} not null,
    session_idle_seconds ${integer} not null, disabled ${integer} not null, version ${integer} not null,
    created_at ${integer} not null, updated_at ${integer} not null,
    constraint protected_sites_id primary key (app_id, id),
    constraint protected_sites_host unique (app_id, host)
  )`,
]
