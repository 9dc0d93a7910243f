import {
  type CustomTemplateName,
  findTextProblem,
  longestTexts,
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
  if (text.trim() === '') return 'This text can’t be empty. Reset it to use the default.'
  if (text.length > longestTexts[field]) return `This text can have ${longestTexts[field]} characters at most.`
  const problem = rules && findTextProblem(text, rules)
  return problem && `This text ${problem}.`
}

/** Whether every text can be saved. */
export const isComplete = (template: CustomTemplateName, texts: Texts): boolean =>
  listFields(template).every((field) => findProblem(template, field, texts[field] ?? '') === undefined)

/** Fields whose texts differ. */
export const listChanges = (saved: Texts, edited: Texts): readonly TemplateField[] =>
  templateFields.filter((field) => saved[field] !== edited[field])

/** The cost of an SMS: its length, and in how many parts it is sent (GSM 7-bit, or UCS-2 with other characters). */
export function countParts(text: string): { characters: number; parts: number } {
  const [single, joined] = isGsm(text) ? [160, 153] : [70, 67]
  const { length } = text
  return { characters: length, parts: length <= single ? 1 : Math.ceil(length / joined) }
}

const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[\]~|€]*$/

const isGsm = (text: string) => gsm.test(text)
