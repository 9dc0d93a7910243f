import type { outboxRoutes } from '@thumbturn/contract/admin/outbox.ts'
import { notFound } from '../../core/errors.ts'
import type { OutboxMessage } from '../../core/model/messages/outbox-message.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'

/** In development, the outbox keeps messages that no channel can send; in production, codes can't be read. */
export type Mode = 'development' | 'production'

const mostListed = 50

function toResponse(message: OutboxMessage) {
  const { id, channel, to, locale, createdAt, text } = message
  const { senderName, subject } = message.channel === 'email' ? message : {}
  return { id, channel, to, locale, createdAt: timestamp(createdAt), senderName, subject, text }
}

/** @throws AppError not_found in production mode, whatever an earlier run in development left behind */
function rejectProduction(mode: Mode) {
  if (mode === 'production') throw notFound('There is no outbox in production mode (THUMBTURN_MODE)')
}

export const outboxHandlers = (mode: Mode) =>
  ({
    async outboxList({ params }, { core }) {
      rejectProduction(mode)
      const { id } = await administered(core, params.id)
      return { messages: (await core.store.outbox.list(id, mostListed)).map(toResponse) }
    },
    async outboxShow({ params: { id: appId, messageId } }, { core }) {
      rejectProduction(mode)
      const { id } = await administered(core, appId)
      const message = await core.store.outbox.find(id, messageId)
      if (!message) throw notFound(`The outbox of ${id} has no message ${messageId}`)
      return toResponse(message)
    },
  }) satisfies HandlersOf<typeof outboxRoutes>
