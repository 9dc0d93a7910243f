import { sql } from 'kysely'
import type { DeviceDescription, SeenDevice } from '../../core/model/devices/device.ts'
import type { DeviceStore } from '../../core/ports/stores/devices.ts'
import type { Facts } from '../../core/writes.ts'
import { hidden, json, number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareRead, prepareStep, prepareUpsert, required } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { prepareKeyInsert, type ShownKeys, selectProvenDevice, toShownKeys } from './device-keys.ts'
import { prepareDeviceTrim, prepareKeyTrim } from './device-limits.ts'

export const devices = table(
  'devices',
  {
    appId: hidden(text()),
    userId: text(),
    id: text(),
    description: json<DeviceDescription>(),
    firstSeenAt: number(),
    lastSeenAt: number(),
  },
  ['app_id', 'user_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    devices: StoredRow<typeof devices>
  }
}

export function deviceReads(db: Database): DeviceStore {
  const list = listDevices(db)
  const findOfEveryUser = findSharedDevice(db)
  const findByKeys = findProvenDevice(db)
  const findKey = findDeviceKey(db)
  return {
    async listByUser(appId, userId) {
      return (await list({ appId, userId })).map(toSeen)
    },
    async findByKeys(appId, userId, claim) {
      const keys = toShownKeys(claim)
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
  }
}

const toSeen = (row: Parameters<typeof devices.load>[0] & { thumbprints: string | null }): SeenDevice => ({
  ...devices.load(row),
  thumbprints: row.thumbprints?.split(' ') ?? [],
})

/** The keys of the device in the row, joined by spaces; null where it has none. */
const selectThumbprints = (appId: string) =>
  sql<string | null>`(
  select string_agg(thumbprint, ' ' order by thumbprint) from device_keys
  where device_keys.app_id = ${appId}
    and device_keys.user_id = devices.user_id
    and device_keys.device_id = devices.id
)`.as('thumbprints')

const findProvenDevice = (db: Database) =>
  prepareRead(db, (given: { appId: string; userId: string } & ShownKeys) =>
    selectProvenDevice(db, given)
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
      .select(selectThumbprints(appId))
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
      .select(selectThumbprints(appId))
      .select('passkeys.id as passkey_id')
      .where('devices.app_id', '=', appId)
      .where('devices.id', '=', id)
      .orderBy('devices.last_seen_at', 'desc')
      .orderBy('devices.user_id')
      .orderBy('passkeys.created_at')
      .orderBy('passkeys.id'),
  )

/**
 * A device is written when it is new, otherwise its description and last use are replaced; keys that it didn't have are
 * added. Steps that keep the number of devices and keys bounded follow an unknown device and shown keys only, so the
 * usual sign-in has none.
 */
function prepareSeen(db: Database) {
  const upsert = prepareUpsert(db, devices, { keep: ['first_seen_at'] })
  const trim = prepareDeviceTrim(db)
  const addKey = prepareKeyInsert(db)
  const trimKeys = prepareKeyTrim(db)
  return ({ appId, userId, known = [], id, description, thumbprints, at }: Facts['seeDevice']): Step[] => {
    const shown = toShownKeys({ thumbprints })
    return [
      upsert({ appId, userId, id, description, firstSeenAt: at, lastSeenAt: at }),
      ...(known.includes(id) ? [] : [trim({ appId, userId, id })]),
      ...thumbprints.map((thumbprint) => addKey({ appId, userId, deviceId: id, thumbprint, createdAt: at })),
      ...(shown ? [trimKeys({ appId, userId, id, ...shown })] : []),
    ]
  }
}

export function deviceWrites(db: Database) {
  const deleteShared = prepareDelete(db, devices, ['appId', 'id'])
  const deleteOwned = prepareDelete(db, devices, ['appId', 'userId'])
  const { unnameShared, unnameOwned } = prepareNameRemoval(db)
  return {
    seeDevice: prepareSeen(db),
    forgetDevice: (device: Facts['forgetDevice']) => [unnameShared(device), required(deleteShared(device))],
    forgetDevices: (of: Facts['forgetDevices']) => [unnameOwned(of), required(deleteOwned(of))],
  }
}

/** The steps after which no passkey names the devices that are forgotten. */
const prepareNameRemoval = ({ query }: Database) => ({
  // Every passkey of those users, whatever it names now: a sign-in may be about to write the device into it.
  unnameShared: prepareStep('passkeys', ({ appId, id }: { appId: string; id: string }) =>
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
  unnameOwned: prepareStep('passkeys', ({ appId, userId }: { appId: string; userId: string }) =>
    query
      .updateTable('passkeys')
      .set({ created_from_device_id: null, last_used_from_device_id: null })
      .where('app_id', '=', appId)
      .where('user_id', '=', userId),
  ),
})

const unless = (column: 'created_from_device_id' | 'last_used_from_device_id', id: string) =>
  sql<string | null>`nullif(${sql.ref(column)}, ${id})`
