import type { CustomTexts } from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { Core } from '../../../core.ts'
import type { Application } from '../../applications/application.ts'
import type { TemplateKey } from './custom.ts'

/** The texts that an application changed of a message, if there are any. */
export async function findCustomTexts(
  { store }: Core,
  { id: appId }: Application,
  { template, locale }: Omit<TemplateKey, 'appId'>,
): Promise<CustomTexts | undefined> {
  return (await store.messageTemplates.find({ appId, template, locale }))?.texts
}
