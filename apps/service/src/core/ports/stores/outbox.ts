import type { OutboxMessage } from '../../model/messages/outbox-message.ts'

/** Where a developer reads what would have been sent. For development only: texts hold codes in plain. */
export interface OutboxStore {
  add(message: OutboxMessage): Promise<void>
  /** Newest first. */
  list(appId: string, limit: number): Promise<OutboxMessage[]>
  find(appId: string, id: string): Promise<OutboxMessage | undefined>
}
