import type { Device } from '../core/devices/device.ts'
import { type Database, prepareStep } from './database.ts'
import type { DeviceRow } from './tables.ts'

/** The step that remembers a user's device: written when new, else its description and last use are replaced. */
export function deviceUpsert({ query }: Database) {
  const upsert = prepareStep(
    'devices',
    ({ app_id, user_id, id, description, first_seen_at, last_seen_at }: DeviceRow) =>
      query
        .insertInto('devices')
        .values({ app_id, user_id, id, description, first_seen_at, last_seen_at })
        .onConflict((conflict) =>
          conflict.columns(['app_id', 'user_id', 'id']).doUpdateSet((excluded) => ({
            description: excluded.ref('excluded.description'),
            last_seen_at: excluded.ref('excluded.last_seen_at'),
          })),
        ),
  )
  return (appId: string, userId: string, { id, description, at }: Device) =>
    upsert({
      app_id: appId,
      user_id: userId,
      id,
      description: JSON.stringify(description),
      first_seen_at: at,
      last_seen_at: at,
    })
}
