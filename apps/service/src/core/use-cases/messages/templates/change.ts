import {
  type CustomTemplateName,
  type CustomTexts,
  findTextProblem,
  type TemplateField,
  templateFields,
  templatePlaceholders,
} from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { Core } from '../../../core.ts'
import { badRequest } from '../../../errors.ts'
import type { CustomTemplate, TemplateKey } from '../../../model/messages/templates/custom.ts'
import type { MessageTexts } from '../../../model/messages/templates/language.ts'
import { findDefaultTexts } from '../../../model/messages/templates/render.ts'
import { compareValues, recordChange } from '../../audit/audit.ts'

/** The fields that a template has: only that of a link has an action. */
export const listFields = (template: CustomTemplateName): readonly TemplateField[] =>
  templateFields.filter((field) => templatePlaceholders[template][field] !== undefined)

/**
 * Replaces the texts of a message; those that are missing or equal to the default ones are the default ones from then on.
 * @throws AppError bad_request: a text has an unknown placeholder, or lacks a required one
 */
export async function changeTemplate(core: Core, key: TemplateKey, given: CustomTexts): Promise<CustomTemplate> {
  checkTexts(key.template, given)
  const texts = omitDefaults(key, given)
  if (Object.keys(texts).length === 0) {
    await resetTemplate(core, key)
    return { ...key, texts, updatedAt: core.now() }
  }
  const before = (await core.store.messageTemplates.find(key))?.texts ?? {}
  const template = { ...key, texts, updatedAt: core.now() }
  const audit = recordChange(core, {
    action: 'messageTemplate.changed',
    ...describeTarget(key),
    ...compareValues(fillDefaults(key, before), fillDefaults(key, texts)),
  })
  await core.store.commit([{ putMessageTemplate: template }, ...audit])
  return template
}

/** Gives a message its default texts again. */
export async function resetTemplate(core: Core, key: TemplateKey): Promise<void> {
  const before = (await core.store.messageTemplates.find(key))?.texts
  if (before === undefined) return
  const audit = recordChange(core, { action: 'messageTemplate.reset', ...describeTarget(key), before })
  await core.store.commit([{ resetMessageTemplate: key }, ...audit])
}

/** How the audit log names a message. */
export const describeTarget = ({ appId, template, locale }: TemplateKey) => ({
  application: appId,
  target: `${template} ${locale}`,
})

/** @throws AppError bad_request: a text has an unknown placeholder, or lacks a required one */
export function checkTexts(template: CustomTemplateName, texts: CustomTexts): void {
  for (const [field, text] of Object.entries(texts) as [TemplateField, string][]) {
    const placeholders = templatePlaceholders[template][field]
    if (placeholders === undefined) throw badRequest(`A message of the template ${template} has no ${field}`)
    const problem = findTextProblem(text, placeholders)
    if (problem !== undefined) throw badRequest(`${field} ${problem}`)
  }
}

function omitDefaults({ template, locale }: TemplateKey, texts: CustomTexts): CustomTexts {
  const defaults = findDefaultTexts(template, locale)
  return Object.fromEntries(Object.entries(texts).filter(([field, text]) => defaults[field as TemplateField] !== text))
}

/** All texts of a message, as the application sends it. */
export function fillDefaults({ template, locale }: TemplateKey, texts: CustomTexts): Pick<MessageTexts, TemplateField> {
  const all = { ...findDefaultTexts(template, locale), ...texts }
  return Object.fromEntries(listFields(template).map((field) => [field, all[field]])) as Pick<
    MessageTexts,
    TemplateField
  >
}
