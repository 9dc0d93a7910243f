import type { Core } from '../../core.ts'
import type { MessageDraft } from '../../model/messages/draft.ts'
import type { MessageTask } from '../../model/messages/message.ts'

/**
 * Drafts the messages of a task when they are sent, so that a code is created then and never stored in plain text;
 * empty if there is no recipient. Runs again with every attempt.
 */
export type Composer = (core: Core, task: MessageTask) => Promise<readonly MessageDraft[]>
