import { sql } from 'kysely'
import type { Device, DeviceDescription } from '../../core/model/devices/device.ts'
import { hidden, json, number, type Stored, table, text } from '../columns.ts'
import { type Database, prepareStep, prepareUpsert } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { deviceKeys } from './device-keys.ts'
import { FORGET_AT_ONCE } from './forgetting.ts'

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
    devices: Stored<typeof devices>
  }
}

/** So many devices a user has: a client chooses the ids, and could choose another at each sign-in. */
const MOST_DEVICES = 100

/** So many keys a device has; a browser shows up to three, and new ones when its storage was cleared. */
const MOST_KEYS = 10
const SHOWN_AT_ONCE = 3

/** Whose device, and the ids of devices that they surely have, such as those that the passkey of a sign-in names. */
type Owner = { appId: string; userId: string; known?: readonly (string | undefined)[] }

/**
 * The steps that remember a user's device: written when new, else its description and last use are replaced; keys that
 * it did not have are added. A device that is not known, and shown keys, are followed by a step that keeps their number
 * bounded, so the usual sign-in has none.
 */
export function deviceUpsert(db: Database) {
  const upsert = prepareUpsert(db, devices, { keep: ['first_seen_at'] })
  const trim = trimDevices(db)
  const addKey = prepareUpsert(db, deviceKeys, { keep: ['created_at'] })
  const trimKeys = trimDeviceKeys(db)
  return ({ appId, userId, known = [] }: Owner, { id, description, thumbprints, at }: Device): Step[] => {
    const device = { appId, userId, id, description, firstSeenAt: at, lastSeenAt: at }
    const [first, second = first, third = first] = thumbprints
    return [
      upsert(device),
      ...(known.includes(id) ? [] : [trim({ appId, userId, id })]),
      ...thumbprints.map((thumbprint) => addKey({ appId, userId, deviceId: id, thumbprint, createdAt: at })),
      ...(first === undefined || second === undefined || third === undefined
        ? []
        : [trimKeys({ appId, userId, id, first, second, third })]),
    ]
  }
}

/** SQLite would compile a statement anew at each use, did its limit stand among the values. */
const written = (count: number) => sql.lit(count)

type OfUser = { appId: string; userId: string }

/**
 * Of all devices but this one, which PostgreSQL does not see yet, the least recently seen leave. Those that a passkey
 * names come last: its list says where it was used.
 */
function trimDevices({ query }: Database) {
  const named = ({ appId, userId }: OfUser, column: 'created_from_device_id' | 'last_used_from_device_id') =>
    query.selectFrom('passkeys').select(column).where('app_id', '=', appId).where('user_id', '=', userId)
  const tooMany = (of: OfUser & { id: string }) =>
    query
      .selectFrom('devices')
      .select('id')
      .where('app_id', '=', of.appId)
      .where('user_id', '=', of.userId)
      .where('id', '<>', of.id)
      .orderBy(({ case: when, eb, or, lit }) =>
        when()
          .when(
            or([
              eb('id', 'in', named(of, 'created_from_device_id')),
              eb('id', 'in', named(of, 'last_used_from_device_id')),
            ]),
          )
          .then(lit(0))
          .else(lit(1))
          .end(),
      )
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .limit(written(FORGET_AT_ONCE))
      .offset(written(MOST_DEVICES - 1))
  return prepareStep('devices', (of: OfUser & { id: string }) =>
    query
      .deleteFrom('devices')
      .where('app_id', '=', of.appId)
      .where('user_id', '=', of.userId)
      .where('id', 'in', tooMany(of)),
  )
}

/** The keys just shown stay, and the newest of the others. */
type KeptKeys = OfUser & { id: string; first: string; second: string; third: string }

const trimDeviceKeys = ({ query }: Database) =>
  prepareStep('device_keys', ({ appId, userId, id, first, second, third }: KeptKeys) =>
    query
      .deleteFrom('device_keys')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('device_id', '=', id)
      .where('thumbprint', 'in', (eb) =>
        eb
          .selectFrom('device_keys')
          .select('thumbprint')
          .where('app_id', '=', appId)
          .where('user_id', '=', userId)
          .where('device_id', '=', id)
          .where('thumbprint', 'not in', [first, second, third])
          .orderBy('created_at', 'desc')
          .orderBy('thumbprint')
          .limit(written(FORGET_AT_ONCE))
          .offset(written(MOST_KEYS - SHOWN_AT_ONCE)),
      ),
  )
