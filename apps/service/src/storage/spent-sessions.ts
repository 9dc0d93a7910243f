import type { Spending } from '../core/passkeys/passkey.ts'
import { type Database, prepareInsert } from './database.ts'

/** The step that spends a session; its conflict `spent_sessions_id` says that it was spent before. */
export function sessionSpending(db: Database) {
  const insert = prepareInsert(db, 'spent_sessions')
  return (appId: string, { id, expiresAt }: Spending) => insert({ app_id: appId, id, expires_at: expiresAt })
}
