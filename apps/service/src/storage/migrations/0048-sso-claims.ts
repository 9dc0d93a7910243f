import type { Migration } from './migration.ts'

/** The scopes that a provider is asked for, and the claims that it has other names for, as JSON. */
export const ssoClaims: Migration = {
  name: '0048-sso-claims',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }) =>
    [
      ['scopes', '[]'],
      ['claims', '{}'],
    ].map(([name, empty]) =>
      schema.alterTable('sso_providers').addColumn(name!, 'text', (column) => column.notNull().defaultTo(empty)),
    ),
}
