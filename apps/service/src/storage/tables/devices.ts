import { sql } from 'kysely'
import type { SeenDevice } from '../../core/model/devices/device.ts'
import type { DeviceStore } from '../../core/ports/stores/devices.ts'
import { type Database, demanded, prepareRead, prepareStep } from '../engine/database.ts'
import { provenDevice, type ShownKeys, shownKeys } from './device-keys.ts'
import { devices } from './device-steps.ts'
import { eventInsert } from './events.ts'

export function sqlDevices(db: Database): DeviceStore {
  const list = listDevices(db)
  const findOfEveryUser = findSharedDevice(db)
  const findByKeys = findProvenDevice(db)
  const findKey = findDeviceKey(db)
  const steps = deviceRemovals(db)
  const insertEvent = eventInsert(db)
  return {
    async listByUser(appId, userId) {
      return (await list({ appId, userId })).map(toSeen)
    },
    async findByKeys(appId, userId, claim) {
      const keys = shownKeys(claim)
      const [row] = keys ? await findByKeys({ appId, userId, ...keys }) : []
      return row?.device_id
    },
    async knowsKey(appId, thumbprint) {
      return (await findKey({ appId, thumbprint })).length > 0
    },
    async findOfEveryUser(appId, id) {
      const byUser = Map.groupBy(await findOfEveryUser({ appId, id }), (row) => row.user_id)
      return [...byUser.values()].map((rows) => ({
        ...toSeen(rows[0]!),
        passkeyIds: rows.flatMap((row) => row.passkey_id ?? []),
      }))
    },
    async remove(appId, id, event) {
      const batch = [steps.unname({ appId, id }), demanded(steps.remove({ appId, id })), insertEvent(event)]
      return (await db.atomically(batch, { devices_missing: false })) ?? true
    },
    async removeByUser(appId, userId, event) {
      const of = { appId, userId }
      const batch = [steps.unnameAll(of), demanded(steps.removeAll(of)), insertEvent(event)]
      return (await db.atomically(batch, { devices_missing: false })) ?? true
    },
  }
}

const toSeen = (row: Parameters<typeof devices.load>[0] & { thumbprints: string | null }): SeenDevice => ({
  ...devices.load(row),
  thumbprints: row.thumbprints?.split(' ') ?? [],
})

/** The keys of the device in the row, joined by spaces; null where it has none. */
const thumbprints = sql<string | null>`(
  select string_agg(thumbprint, ' ' order by thumbprint) from device_keys
  where device_keys.app_id = devices.app_id
    and device_keys.user_id = devices.user_id
    and device_keys.device_id = devices.id
)`.as('thumbprints')

const findProvenDevice = (db: Database) =>
  prepareRead(db, (given: { appId: string; userId: string } & ShownKeys) =>
    provenDevice(db, given)
      .where('device_keys.app_id', '=', given.appId)
      .where('device_keys.user_id', '=', given.userId),
  )

const findDeviceKey = (db: Database) =>
  prepareRead(db, ({ appId, thumbprint }: { appId: string; thumbprint: string }) =>
    db.query
      .selectFrom('device_keys')
      .select('device_id')
      .where('app_id', '=', appId)
      .where('thumbprint', '=', thumbprint)
      .limit(1),
  )

const listDevices = (db: Database) =>
  prepareRead(db, ({ appId, userId }: { appId: string; userId: string }) =>
    db.query
      .selectFrom('devices')
      .select(devices.columns)
      .select(thumbprints)
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id'),
  )

const findSharedDevice = (db: Database) =>
  prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query
      .selectFrom('devices')
      .leftJoin('passkeys', (join) =>
        join
          .onRef('passkeys.app_id', '=', 'devices.app_id')
          .onRef('passkeys.user_id', '=', 'devices.user_id')
          .on((on) =>
            on.or([
              on('passkeys.created_from_device_id', '=', on.ref('devices.id')),
              on('passkeys.last_used_from_device_id', '=', on.ref('devices.id')),
            ]),
          ),
      )
      .select(devices.columns)
      .select(thumbprints)
      .select('passkeys.id as passkey_id')
      .where('devices.app_id', '=', appId)
      .where('devices.id', '=', id)
      .orderBy('devices.last_seen_at', 'desc')
      .orderBy('devices.user_id')
      .orderBy('passkeys.created_at')
      .orderBy('passkeys.id'),
  )

const deviceRemovals = ({ query }: Database) => ({
  remove: prepareStep('devices', ({ appId, id }: { appId: string; id: string }) =>
    query.deleteFrom('devices').where('app_id', '=', appId).where('id', '=', id),
  ),
  removeAll: prepareStep('devices', ({ appId, userId }: { appId: string; userId: string }) =>
    query.deleteFrom('devices').where('app_id', '=', appId).where('user_id', '=', userId),
  ),
  // Every passkey of those users, whatever it names now: a sign-in may be about to write the device into it.
  unname: prepareStep('passkeys', ({ appId, id }: { appId: string; id: string }) =>
    query
      .updateTable('passkeys')
      .set({
        created_from_device_id: unless('created_from_device_id', id),
        last_used_from_device_id: unless('last_used_from_device_id', id),
      })
      .where('app_id', '=', appId)
      .where(
        'user_id',
        'in',
        query.selectFrom('devices').select('user_id').where('app_id', '=', appId).where('id', '=', id),
      ),
  ),
  unnameAll: prepareStep('passkeys', ({ appId, userId }: { appId: string; userId: string }) =>
    query
      .updateTable('passkeys')
      .set({ created_from_device_id: null, last_used_from_device_id: null })
      .where('app_id', '=', appId)
      .where('user_id', '=', userId),
  ),
})

const unless = (column: 'created_from_device_id' | 'last_used_from_device_id', id: string) =>
  sql<string | null>`nullif(${sql.ref(column)}, ${id})`
