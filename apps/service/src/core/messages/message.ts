import type { Core } from '../core.ts'
import type { EventRecord } from '../events/event.ts'

export const channels = ['email', 'sms', 'voice'] as const

/** How a text reaches somebody; voice reads it out on the phone. */
export type Channel = (typeof channels)[number]

export const locales = ['en-US', 'zh-CN', 'es-ES'] as const

export type Locale = (typeof locales)[number]

export const templateNames = [
  'code',
  'verify-contact',
  'link',
  'passkey-added',
  'contact-changed',
  'recovered',
] as const

export type TemplateName = (typeof templateNames)[number]

/**
 * What a queued row asks for: to tell somebody something. It holds no finished text and no secret. `kind` picks the
 * composer, `about` is what that needs. Times are milliseconds since 1970.
 */
export type MessageTask = {
  /** Time-ordered. */
  id: string
  appId: string
  kind: string
  about: Readonly<Record<string, string>>
  createdAt: number
  /** Nothing is sent from then on. */
  expiresAt: number
}

/** What a template shows, unescaped. */
export type Values = Readonly<Record<string, string>>

/** A text ready to go to exactly one address. */
export type Letter = { channel: Channel; to: string; template: TemplateName; locale: Locale; values: Values }

/**
 * The same before its values are made, which happens once no limit keeps it back: a code that nobody gets must not
 * replace one that somebody has. None: it is not to be sent after all.
 */
export type Draft = Omit<Letter, 'values'> & { values: Values | (() => Promise<Values | undefined>) }

/**
 * Drafts the letters of a task at the moment of sending, so that a code is made then and nowhere stored in plain; none:
 * there is nobody to tell. It runs again at every attempt.
 */
export type Composer = (core: Core, task: MessageTask) => Promise<readonly Draft[]>

/** A task in one worker's hands. */
export type ClaimedTask = MessageTask & {
  /** 1 at first. */
  attempt: number
  /** Whom earlier attempts have told already, as keyed hashes. */
  told: readonly string[]
}

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
