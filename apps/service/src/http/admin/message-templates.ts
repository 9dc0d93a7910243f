import type { messageTemplateRoutes } from '@thumbturn/contract/admin/message-templates.ts'
import { locales } from '@thumbturn/contract/vocabulary/locales.ts'
import { templateNames } from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { CustomTemplate, TemplateKey } from '../../core/model/messages/templates/custom.ts'
import { changeTemplate, fillDefaults, resetTemplate } from '../../core/use-cases/messages/templates/change.ts'
import { previewTemplate, sendTest } from '../../core/use-cases/messages/templates/sample.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'

function toResponse(key: TemplateKey, custom: Pick<CustomTemplate, 'texts' | 'updatedAt'> | undefined) {
  const { template, locale } = key
  const isChanged = custom !== undefined && Object.keys(custom.texts).length > 0
  return {
    template,
    locale,
    texts: fillDefaults(key, custom?.texts ?? {}),
    defaults: fillDefaults(key, {}),
    updatedAt: isChanged ? timestamp(custom.updatedAt) : undefined,
  }
}

export const messageTemplates = {
  async messageTemplatesList({ params }, { core }) {
    const { id: appId } = await administered(core, params.id)
    const custom = await core.store.messageTemplates.list(appId)
    const keys = templateNames.flatMap((template) => locales.map((locale) => ({ appId, template, locale })))
    const find = (key: TemplateKey) => custom.find((one) => one.template === key.template && one.locale === key.locale)
    return { messageTemplates: keys.map((key) => toResponse(key, find(key))) }
  },
  async messageTemplateChange({ params: { id, ...named }, body }, { core }) {
    const key = { appId: (await administered(core, id)).id, ...named }
    return toResponse(key, await changeTemplate(core, key, body.texts))
  },
  async messageTemplateReset({ params: { id, ...named } }, { core }) {
    await resetTemplate(core, { appId: (await administered(core, id)).id, ...named })
    return undefined
  },
  async messageTemplatePreview({ params: { id, ...named }, body: { texts } }, { core }) {
    const application = await administered(core, id)
    const { email, ...others } = previewTemplate(core, application, { appId: id, ...named, texts })
    return { ...others, email: { ...email, details: email.details.map(([label, value]) => ({ label, value })) } }
  },
  async messageTemplateTest({ params: { id, ...named }, body }, { core }) {
    return sendTest(core, await administered(core, id), { appId: id, ...named, ...body })
  },
} satisfies HandlersOf<typeof messageTemplateRoutes>
