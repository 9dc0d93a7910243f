import { prepareStep } from '@thumbturn/service/storage/engine/database.ts'
import type * as original from '@thumbturn/service/storage/tables/spent-sessions.ts'

export * from '@thumbturn/service/storage/tables/spent-sessions.ts'

/** Like the original, but only a record of a session makes it spent, not the watermark. */
export const sessionWrites: typeof original.sessionWrites = ({ query }) => {
  type Fact = Parameters<ReturnType<typeof original.sessionWrites>['spend']>[0]
  const spend = prepareStep('spent_sessions', ({ appId, id, expiresAt }: Fact) =>
    query.insertInto('spent_sessions').values({ app_id: appId, id, expires_at: expiresAt }),
  )
  return { spend, spendNonce: ({ id, ...nonce }) => spend({ ...nonce, id: `nonce ${id}` }) }
}
