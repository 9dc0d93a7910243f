import type { Migration } from './migration.ts'

/** What the extensions of a passkey's registration said, as JSON; null where nothing. */
export const passkeyExtensions: Migration = {
  name: '0040-passkey-extensions',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }) => [schema.alterTable('passkeys').addColumn('extensions', 'text')],
}
