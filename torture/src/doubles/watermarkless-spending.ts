import { prepareStep } from '@thumbturn/service/storage/engine/database.ts'
import type * as original from '@thumbturn/service/storage/tables/spent-sessions.ts'

export * from '@thumbturn/service/storage/tables/spent-sessions.ts'

/** Like the original, but only a record of a session makes it spent, not the watermark. */
export const prepareGuardingInsert: typeof original.prepareGuardingInsert = ({ query }) =>
  prepareStep('spent_sessions', ({ appId, id, expiresAt }: Parameters<original.Spend>[0]) =>
    query.insertInto('spent_sessions').values({ app_id: appId, id, expires_at: expiresAt }),
  )
