import { sql } from 'kysely'
import type { Passkey } from '../../core/model/passkeys/passkey.ts'
import { type Database, prepareStep } from '../engine/database.ts'

type Use = {
  appId: string
  userId: string
  id: string
  signCount: number
  backedUp: number
  userVerified: number
  at: number
  /** Null keeps what is stored. */
  deviceId: string | null
}

/** The step that writes an assertion into its passkey. */
export const usePasskey = ({ query }: Database) =>
  prepareStep('passkeys', ({ appId, userId, id, signCount, backedUp, userVerified, at, deviceId }: Use) =>
    query
      .updateTable('passkeys')
      .set({
        sign_count: raisedTo('sign_count', signCount),
        backed_up: backedUp,
        user_verified: raisedTo('user_verified', userVerified),
        last_used_at: at,
        last_used_from_device_id: sql<string | null>`coalesce(${deviceId}, ${sql.ref('last_used_from_device_id')})`,
      })
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('user_id', '=', userId),
  )

/** Two sign-ins that finish in the other order must not lower what is stored. */
const raisedTo = (column: 'sign_count' | 'user_verified', value: number) =>
  sql<number>`case when ${sql.ref(column)} < ${value} then ${value} else ${sql.ref(column)} end`

/** The devices that a passkey names: its user has them. */
export const usedDevices = ({ createdFromDeviceId, lastUsedFromDeviceId }: Passkey) => [
  lastUsedFromDeviceId,
  createdFromDeviceId,
]
