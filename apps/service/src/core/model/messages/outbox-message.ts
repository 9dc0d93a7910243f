import type { RenderedMessage } from './rendered-message.ts'

/** A message that was kept for the developer instead of being sent. `createdAt` is milliseconds since 1970. */
export type OutboxMessage = RenderedMessage & { createdAt: number }
