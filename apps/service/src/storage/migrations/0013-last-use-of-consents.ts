import type { Migration } from './migration.ts'

/** The day on which a client last got tokens for a user. */
export const lastUseOfConsents: Migration = {
  name: '0013-last-use-of-consents',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, { integer }) => [builder.schema.alterTable('consents').addColumn('last_used_at', integer)],
}
