import type { OutboxMessage } from '../../model/messages/outbox-message.ts'

/** Reads the development outbox: what would have been sent, with codes in plain text. */
export interface OutboxStore {
  /** Newest first. */
  list(appId: string, limit: number): Promise<OutboxMessage[]>
  find(appId: string, id: string): Promise<OutboxMessage | undefined>
}
