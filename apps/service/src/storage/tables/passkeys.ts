import { sql } from 'kysely'
import type { DeviceDescription } from '../../core/model/devices/device.ts'
import type { PasskeyExtensions } from '../../core/model/passkeys/extensions.ts'
import type { PasskeyStore } from '../../core/ports/stores/passkeys.ts'
import type { Facts } from '../../core/writes.ts'
import {
  bytes,
  flag,
  hidden,
  json,
  number,
  omittable,
  onlyTrue,
  optional,
  type StoredRow,
  table,
  text,
} from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareRead,
  prepareStep,
  required,
} from '../engine/database.ts'

export const passkeys = table(
  'passkeys',
  {
    id: text(),
    appId: text(),
    userId: text(),
    credentialId: text(),
    rpId: text(),
    name: text(),
    publicKey: bytes(),
    publicKeySpki: bytes(),
    algorithm: number(),
    signCount: number(),
    aaguid: text(),
    transports: json<readonly string[]>(),
    backupEligible: flag(),
    backupEligibleUnknown: onlyTrue(),
    backedUp: flag(),
    userVerified: flag(),
    attestationFormat: text(),
    /** From 1, each once a user; null where an older version added the passkey during an upgrade. */
    slot: hidden(optional(number())),
    createdAt: number(),
    createdFromDeviceId: optional(text()),
    lastUsedAt: optional(number()),
    lastUsedFromDeviceId: optional(text()),
    userHandle: omittable(text()),
    extensions: omittable(json<PasskeyExtensions>()),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    passkeys: StoredRow<typeof passkeys>
  }
}

export function passkeyReads(
  db: Database,
): Pick<PasskeyStore, 'find' | 'isRegistered' | 'listByUser' | 'findFreeSlot'> {
  const find = prepareFind(db, passkeys, ['appId', 'id'])
  const findRegistered = prepareFind(db, passkeys, ['rpId', 'credentialId'])
  const list = listPasskeys(db)
  const listSlots = prepareRead(db, ({ appId, userId }: { appId: string; userId: string }) =>
    db.query.selectFrom('passkeys').select('slot').where('app_id', '=', appId).where('user_id', '=', userId),
  )
  return {
    find: async (appId, id) => (await find({ appId, id }))[0],
    isRegistered: async (rpId, credentialId) => (await findRegistered({ rpId, credentialId })).length > 0,
    async listByUser(appId, userId) {
      const rows = await list({ appId, userId })
      return rows.map((row) => ({
        ...passkeys.load(row),
        createdFrom: toDescription(row.created_from),
        lastUsedFrom: toDescription(row.last_used_from),
      }))
    },
    async findFreeSlot(appId, userId, most) {
      const taken = (await listSlots({ appId, userId })).map(({ slot }) => slot)
      if (taken.length >= most) return undefined
      return Array.from({ length: most }, (_, index) => index + 1).find((slot) => !taken.includes(slot))
    },
  }
}

const toDescription = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as DeviceDescription))

const listPasskeys = (db: Database) =>
  prepareRead(db, ({ appId, userId }: { appId: string; userId: string }) =>
    db.query
      .selectFrom('passkeys')
      .leftJoin('devices', (join) =>
        join
          .onRef('devices.app_id', '=', 'passkeys.app_id')
          .onRef('devices.user_id', '=', 'passkeys.user_id')
          .onRef('devices.id', '=', 'passkeys.last_used_from_device_id'),
      )
      .leftJoin('devices as created_on', (join) =>
        join
          .onRef('created_on.app_id', '=', 'passkeys.app_id')
          .onRef('created_on.user_id', '=', 'passkeys.user_id')
          .onRef('created_on.id', '=', 'passkeys.created_from_device_id'),
      )
      .select(passkeys.columns)
      .select('devices.description as last_used_from')
      .select('created_on.description as created_from')
      .where('passkeys.app_id', '=', appId)
      .where('passkeys.user_id', '=', userId)
      .orderBy('passkeys.created_at')
      .orderBy('passkeys.id'),
  )

export function passkeyWrites(db: Database) {
  const { hold, rename, use } = prepareUpdates(db)
  const deleteOne = prepareDelete(db, passkeys, ['appId', 'userId', 'id'])
  const deleteAll = prepareDelete(db, passkeys, ['appId', 'userId'])
  return {
    addPasskey: prepareInsert(db, passkeys),
    holdPasskey: (passkey: Facts['holdPasskey']) => required(hold(passkey)),
    usePasskey: (used: Facts['usePasskey']) => required(use(toUse(used))),
    renamePasskey: (change: Facts['renamePasskey']) => required(rename(change)),
    deletePasskey: (passkey: Facts['deletePasskey']) => required(deleteOne(passkey)),
    deletePasskeys: (of: Facts['deletePasskeys']) => required(deleteAll(of)),
  }
}

type Use = Facts['holdPasskey'] & {
  signCount: number
  backupEligible: number
  backedUp: number
  userVerified: number
  at: number
  /** Null keeps what is stored. */
  deviceId: string | null
  userHandle: string
}

const toUse = ({
  backupEligible,
  backedUp,
  userVerified,
  deviceId,
  userHandle,
  ...used
}: Facts['usePasskey']): Use => ({
  ...used,
  backupEligible: Number(backupEligible),
  backedUp: Number(backedUp),
  userVerified: Number(userVerified),
  deviceId: deviceId ?? null,
  userHandle: userHandle ?? '',
})

function prepareUpdates({ query }: Database) {
  const update = ({ appId, userId, id }: Facts['holdPasskey']) =>
    query.updateTable('passkeys').where('app_id', '=', appId).where('id', '=', id).where('user_id', '=', userId)
  return {
    /** Changes nothing, and so waits for a deletion of this moment. */
    hold: prepareStep('passkeys', (passkey: Facts['holdPasskey']) =>
      update(passkey).set(({ ref }) => ({ name: ref('name') })),
    ),
    rename: prepareStep('passkeys', (change: Facts['renamePasskey']) => update(change).set({ name: change.name })),
    use: prepareStep('passkeys', (used: Use) =>
      update(used).set({
        sign_count: raisedTo('sign_count', used.signCount),
        backup_eligible: used.backupEligible,
        backup_eligible_unknown: 0,
        user_handle: sql<string | null>`case when user_handle = '' then ${used.userHandle} else user_handle end`,
        backed_up: used.backedUp,
        user_verified: raisedTo('user_verified', used.userVerified),
        last_used_at: used.at,
        last_used_from_device_id: sql<
          string | null
        >`coalesce(${used.deviceId}, ${sql.ref('last_used_from_device_id')})`,
      }),
    ),
  }
}

/** Two sign-ins that finish in the other order must not lower what is stored. */
const raisedTo = (column: 'sign_count' | 'user_verified', value: number) =>
  sql<number>`case when ${sql.ref(column)} < ${value} then ${value} else ${sql.ref(column)} end`
