import type { EventRecord } from '../../model/events/event.ts'
import type { ClaimedTask, MessageTask } from '../../model/messages/message.ts'

/** Where tasks wait to be sent. What has been sent or given up is gone. */
export interface MessageStore {
  /** 'full': the application has as many waiting as it may, and nothing was written. */
  add(task: MessageTask): Promise<'queued' | 'full'>
  /** Hands out what is due at `now`, earliest first, each task to one worker: nobody else gets it before `until`. */
  claim(due: { now: number; until: number; most: number }): Promise<ClaimedTask[]>
  /** Forgets the task and writes what became of it. False, and nothing is written, when it is no longer this worker's. */
  finish(task: ClaimedTask, events: readonly EventRecord[]): Promise<boolean>
  /**
   * Forgets the tasks of the same kind about the same that were queued before this one. False, and nothing is written,
   * when one was queued after it.
   */
  supersede(task: MessageTask): Promise<boolean>
  /** Gives the task back for another attempt; otherwise the same. */
  postpone(
    task: ClaimedTask,
    later: { nextAt: number; told: readonly string[] },
    events: readonly EventRecord[],
  ): Promise<boolean>
  /** Calls `listener` whenever this process has added a task. */
  onAdd(listener: () => void): void
}
