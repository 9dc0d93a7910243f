import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../api/call.ts'
import { hasStatus } from '../api/failure.ts'

/** A message that was kept instead of being sent. */
export type OutboxMessage = CallResult<'outboxList'>['messages'][number]

/** The newest messages; null in production mode, which has no outbox. */
export const outboxQuery = (id: string) =>
  queryOptions({ queryKey: ['applications', id, 'outbox'], queryFn: () => readOutbox(id) })

async function readOutbox(id: string): Promise<OutboxMessage[] | null> {
  try {
    return (await call('outboxList', { params: { id } })).messages
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}
