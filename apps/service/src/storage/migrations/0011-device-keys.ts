import type { Migration } from './migration.ts'

/** The key of the device that a browser session is bound to. */
export const deviceKeys: Migration = {
  name: '0011-device-keys',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder) => [builder.schema.alterTable('browser_sessions').addColumn('device_key', 'text')],
}
