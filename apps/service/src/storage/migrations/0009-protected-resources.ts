import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** Protected resources, and the scopes of each that a user allowed a client. */
export const protectedResources: Migration = {
  name: '0009-protected-resources',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, types) =>
    createStatements(types).map((text) => ({ compile: () => sql.raw(text).compile(builder) })),
}

const createStatements = ({ integer }: ColumnTypes): readonly string[] => [
  `create table protected_resources (
    app_id text not null, uri text not null, name text not null, scopes text not null, allowed_groups text not null,
    version ${integer} not null, created_at ${integer} not null, updated_at ${integer} not null,
    constraint protected_resources_uri primary key (app_id, uri)
  )`,
  `alter table consents add column resource_scopes text not null default '{}'`,
]
