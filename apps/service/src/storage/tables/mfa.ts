import type { MfaStore } from '../../core/ports/stores/mfa.ts'
import type { SpentSession } from '../../core/spent-session.ts'
import { type Database, prepareRead } from '../engine/database.ts'
import { deviceUpsert } from './device-steps.ts'
import { eventInsert } from './events.ts'
import { userAddition } from './names.ts'
import { sessionSpending, spentAs } from './spent-sessions.ts'

export function sqlMfa(db: Database): MfaStore {
  const find = findState(db)
  const spend = sessionSpending(db)
  const addUser = userAddition(db)
  const upsertDevice = deviceUpsert(db)
  const insertEvent = eventInsert(db)
  return {
    async findState({ appId, step, userId }) {
      const [row] = await find({ appId, userId, ...step })
      return { isSpent: row?.spent != null || row?.behind != null, tokenEpoch: row?.token_epoch ?? undefined }
    },
    async take({ appId, spendings, newUser, contacts, device, events }) {
      const steps = [
        ...spendings.map((spending) => spend(appId, spending)),
        ...(newUser ? addUser(newUser, contacts) : []),
        ...(device ? upsertDevice({ appId, userId: device.userId }, device) : []),
        ...events.map(insertEvent),
      ]
      return (await db.atomically(steps, refusals)) ?? 'taken'
    },
  }
}

const refusals = {
  ...spentAs('session_spent'),
  users_username_key: 'username_taken',
  names_name_key: 'username_taken',
  users_id: 'username_taken',
  contacts_address_key: 'address_taken',
  names_missing: 'address_taken',
  devices_owner: 'user_gone',
} as const

const findState = (db: Database) =>
  prepareRead(db, ({ appId, userId, id, expiresAt }: { appId: string; userId: string } & SpentSession) =>
    db.query.selectNoFrom(({ selectFrom }) => [
      selectFrom('spent_sessions').select('id').where('app_id', '=', appId).where('id', '=', id).as('spent'),
      selectFrom('watermarks')
        .select('name')
        .where('name', '=', 'spent_sessions')
        .where('value', '>=', expiresAt)
        .as('behind'),
      selectFrom('users').select('token_epoch').where('app_id', '=', appId).where('id', '=', userId).as('token_epoch'),
    ]),
  )
