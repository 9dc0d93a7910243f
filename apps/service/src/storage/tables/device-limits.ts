import { sql } from 'kysely'
import { type Database, prepareStep } from '../engine/database.ts'

/** The most devices of a user: a client chooses the ids, and could choose another at each sign-in. */
const MOST_DEVICES = 100

/** The most keys of a device; a browser shows up to three, and new ones after its storage was cleared. */
const MOST_KEYS = 10
const SHOWN_AT_ONCE = 3

/** The most devices or keys that one sign-in deletes: earlier versions left more than the limits. */
const MOST_TRIMMED = 1_000

/** SQLite would compile the statement again at each use if its limit were among the values. */
const literal = (count: number) => sql.lit(count)

type OfUser = { appId: string; userId: string }

/**
 * The step that deletes the least recently seen devices beyond the limit, except this one, which PostgreSQL does not see
 * yet. Those that a passkey names go last: its list says where it was used.
 */
export function prepareDeviceTrim({ query }: Database) {
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
      .limit(literal(MOST_TRIMMED))
      .offset(literal(MOST_DEVICES - 1))
  return prepareStep('devices', (of: OfUser & { id: string }) =>
    query
      .deleteFrom('devices')
      .where('app_id', '=', of.appId)
      .where('user_id', '=', of.userId)
      .where('id', 'in', tooMany(of)),
  )
}

type KeptKeys = OfUser & { id: string; first: string; second: string; third: string }

/** The step that deletes a device's oldest keys beyond the limit, except those that were shown just now. */
export const prepareKeyTrim = ({ query }: Database) =>
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
          .limit(literal(MOST_TRIMMED))
          .offset(literal(MOST_KEYS - SHOWN_AT_ONCE)),
      ),
  )
