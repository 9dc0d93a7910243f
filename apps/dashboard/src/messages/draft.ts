import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import {
  type CustomTemplateName,
  findTextProblem,
  longestTexts,
  type Placeholders,
  type TemplateField,
  templateFields,
  templatePlaceholders,
} from '@thumbturn/contract/vocabulary/message-templates.ts'

/** The texts of a message by field. */
export type Texts = Partial<Record<TemplateField, string>>

/** The fields that a message has, in the order in which its reader meets them. */
export const listFields = (template: CustomTemplateName): readonly TemplateField[] =>
  templateFields.filter((field) => templatePlaceholders[template][field] !== undefined)

/** The placeholders that a text can have, as they are typed. */
export const listPlaceholders = (template: CustomTemplateName, field: TemplateField): readonly string[] =>
  (templatePlaceholders[template][field]?.allowed ?? []).map((name) => `{${name}}`)

/** Finds the problem of a text, as a sentence; undefined if it can be saved. */
export function findProblem(template: CustomTemplateName, field: TemplateField, text: string): string | undefined {
  const rules = templatePlaceholders[template][field]
  const longest = longestTexts[field]
  if (text.trim() === '') return i18n._(msg`This text can’t be empty. Reset it to use the default.`)
  if (text.length > longest) return i18n._(msg`This text can have ${{ longest }} characters at most.`)
  return rules && findPlaceholderProblem(text, rules)
}

/** In words, what the service checks, too. */
function findPlaceholderProblem(text: string, { allowed, required = [] }: Placeholders): string | undefined {
  if (findTextProblem(text, { allowed, required }) === undefined) return undefined
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const unknown = used.find((name) => !allowed.includes(name))
  const missing = listInBraces(required.filter((name) => !used.includes(name)))
  if (unknown === undefined) return i18n._(msg`This text must contain ${{ missing }}.`)
  const [placeholder, placeholders] = [`{${unknown}}`, listInBraces(allowed)]
  return i18n._(msg`This text has the unknown placeholder ${{ placeholder }}; there are: ${{ placeholders }}.`)
}

const listInBraces = (names: readonly string[]) =>
  new Intl.ListFormat(i18n.locale, { style: 'narrow' }).format(names.map((name) => `{${name}}`))

/** Whether every text can be saved. */
export const isComplete = (template: CustomTemplateName, texts: Texts): boolean =>
  listFields(template).every((field) => findProblem(template, field, texts[field] ?? '') === undefined)

/** Fields whose texts differ. */
export const listChanges = (saved: Texts, edited: Texts): readonly TemplateField[] =>
  templateFields.filter((field) => saved[field] !== edited[field])

/** The cost of an SMS: its length, and in how many parts it is sent (GSM 7-bit, or UCS-2 with other characters). */
export function countParts(text: string): { characters: number; parts: number } {
  const [single, joined] = isGsm(text) ? [160, 153] : [70, 67]
  // Each of these takes the room of two in GSM 7-bit (3GPP TS 23.038 §6.2.1.1).
  const extended = isGsm(text) ? (text.match(/[\^{}\\[\]~|€]/g)?.length ?? 0) : 0
  const room = text.length + extended
  return { characters: text.length, parts: room <= single ? 1 : Math.ceil(room / joined) }
}

const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[\]~|€]*$/

const isGsm = (text: string) => gsm.test(text)
