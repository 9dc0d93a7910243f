import type { ClaimedTask, MessageTask } from '../../model/messages/message.ts'

/** The queue of messages. What was sent or given up is deleted. */
export interface MessageStore {
  /** 'full': the application has as many waiting as it can, and nothing was written. */
  add(task: MessageTask): Promise<'queued' | 'full'>
  /** Hands out what is due at `now`, earliest first, each task to one worker: no other gets it before `until`. */
  claim(due: { now: number; until: number; most: number }): Promise<ClaimedTask[]>
  /**
   * Deletes the tasks of the same kind about the same that were queued before this one. False, and nothing is written,
   * when one was queued after it.
   */
  supersede(task: MessageTask): Promise<boolean>
  /** Calls `listener` whenever this process has added a task. */
  onAdd(listener: () => void): void
}
