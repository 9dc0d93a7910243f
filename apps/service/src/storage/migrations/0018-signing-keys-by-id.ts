import type { Migration } from './migration.ts'

/** Where several applications share an address, a key is looked up by its id alone. */
export const signingKeysById: Migration = {
  name: '0018-signing-keys-by-id',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }) => [schema.createIndex('signing_keys_by_id').on('signing_keys').column('kid')],
}
