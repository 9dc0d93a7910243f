import type { Migration } from './migration.ts'

/** To find out whether the session that an access token depends on has ended. */
export const sessionClientsBySid: Migration = {
  name: '0012-session-clients-by-sid',
  kind: 'expand',
  since: '0.1.0',
  statements: ({ schema }) => [
    schema.createIndex('session_clients_by_sid').on('session_clients').columns(['app_id', 'sid']),
  ],
}
