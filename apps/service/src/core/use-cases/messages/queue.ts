import type { Core } from '../../core.ts'
import type { MessageTask } from '../../model/messages/message.ts'

/** A task that starts now and expires after `seconds`; `store.messages.add` queues it. */
export function createMessageTask(
  { random, now }: Pick<Core, 'random' | 'now'>,
  { seconds, ...task }: Pick<MessageTask, 'appId' | 'kind' | 'about'> & { seconds: number },
): MessageTask {
  const createdAt = now()
  return { ...task, id: random.timeId(), createdAt, expiresAt: createdAt + seconds * 1000 }
}
