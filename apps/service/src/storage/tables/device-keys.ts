import { sql } from 'kysely'
import type { DeviceClaim } from '../../core/model/devices/device.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareUpsert } from '../engine/database.ts'

export const deviceKeys = table(
  'device_keys',
  { appId: text(), userId: text(), deviceId: text(), thumbprint: text(), createdAt: number() },
  ['app_id', 'user_id', 'device_id', 'thumbprint'],
)

declare module '../schema.ts' {
  interface Tables {
    device_keys: StoredRow<typeof deviceKeys>
  }
}

/** A key that the device has already stays as it is. */
export const prepareKeyInsert = (db: Database) => prepareUpsert(db, deviceKeys, { keep: ['created_at'] })

/** Up to three keys, as many as a client shows at once, in a form that every prepared statement takes. */
export type ShownKeys = { claimedId: string; first: string; second: string; third: string }

/** Undefined where the client proved none. */
export function toShownKeys({ deviceId: claimedId = '', thumbprints }: DeviceClaim): ShownKeys | undefined {
  const [first, second = first, third = first] = thumbprints
  if (first === undefined || second === undefined || third === undefined) return undefined
  return { claimedId, first, second, third }
}

/** The device that has proved one of the keys, to be narrowed to a user: the claimed one before the others, else the newest. */
export const selectProvenDevice = ({ query }: Database, { claimedId, first, second, third }: ShownKeys) =>
  query
    .selectFrom('device_keys')
    .select('device_keys.device_id')
    .where('device_keys.thumbprint', 'in', [first, second, third])
    .orderBy(({ case: when, lit }) =>
      when().when('device_keys.device_id', '=', claimedId).then(lit(0)).else(lit(1)).end(),
    )
    .orderBy('device_keys.created_at', 'desc')
    .orderBy('device_keys.device_id')
    // SQLite would compile the statement again at each use if its limit were among the values.
    .limit(sql.lit(1))
