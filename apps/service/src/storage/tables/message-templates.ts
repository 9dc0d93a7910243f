import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { CustomTemplateName, CustomTexts } from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { MessageTemplateStore } from '../../core/ports/stores/message-templates.ts'
import { json, number, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareFind, prepareList, prepareUpsert } from '../engine/database.ts'

export const messageTemplates = table(
  'message_templates',
  {
    appId: text(),
    template: text<CustomTemplateName>(),
    locale: text<Locale>(),
    texts: json<CustomTexts>(),
    updatedAt: number(),
  },
  ['app_id', 'template', 'locale'],
)

declare module '../schema.ts' {
  interface Tables {
    message_templates: StoredRow<typeof messageTemplates>
  }
}

const key = ['appId', 'template', 'locale'] as const

export function messageTemplateReads(db: Database): MessageTemplateStore {
  const find = prepareFind(db, messageTemplates, key)
  const list = prepareList(db, messageTemplates, { by: ['appId'] })
  return {
    find: async ({ appId, template, locale }) => (await find({ appId, template, locale }))[0],
    list: (appId) => list({ appId }),
  }
}

export const messageTemplateWrites = (db: Database) => ({
  putMessageTemplate: prepareUpsert(db, messageTemplates),
  resetMessageTemplate: prepareDelete(db, messageTemplates, key),
})
