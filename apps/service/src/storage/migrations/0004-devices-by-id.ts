import type { Migration } from './migration.ts'

/** A backend names a device without its user. */
export const devicesById: Migration = {
  name: '0004-devices-by-id',
  kind: 'initial',
  since: '0.1.0',
  statements: ({ schema }) => [schema.createIndex('devices_by_id').on('devices').columns(['app_id', 'id'])],
}
