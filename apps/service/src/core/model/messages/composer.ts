import type { Core } from '../../core.ts'
import type { Draft } from './draft.ts'
import type { MessageTask } from './message.ts'

/**
 * Drafts the letters of a task at the moment of sending, so that a code is made then and nowhere stored in plain; none:
 * there is nobody to tell. It runs again at every attempt.
 */
export type Composer = (core: Core, task: MessageTask) => Promise<readonly Draft[]>
