import type { SchemaModule } from 'kysely'
import type { Migration } from './migration.ts'

/** Whether the directory is a provider's own, and what a provider said about an account at its last sign-in. */
export const ssoLinks: Migration = {
  name: '0049-sso-links',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }, types) => [
    addFlag(schema, 'sso_providers', 'owns_directory'),
    schema.alterTable('sso_identities').addColumn('email', 'text'),
    addFlag(schema, 'sso_identities', 'email_verified'),
    addFlag(schema, 'sso_identities', 'groups_omitted'),
    schema.alterTable('sso_identities').addColumn('last_used_at', types.integer),
  ],
}

const addFlag = (schema: SchemaModule, table: string, name: string) =>
  schema.alterTable(table).addColumn(name, 'smallint', (column) => column.notNull().defaultTo(0))
