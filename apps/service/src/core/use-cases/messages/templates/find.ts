import { type CustomTexts, templateNames } from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { Core } from '../../../core.ts'
import type { Application } from '../../../model/applications/application.ts'
import type { MessageDraft } from '../../../model/messages/draft.ts'

/** The texts that an application changed of a message, if it can, and did. */
export async function findCustomTexts(
  { store }: Core,
  { id: appId }: Application,
  { template: name, locale }: Pick<MessageDraft, 'template' | 'locale'>,
): Promise<CustomTexts | undefined> {
  const template = templateNames.find((one) => one === name)
  return template && (await store.messageTemplates.find({ appId, template, locale }))?.texts
}
