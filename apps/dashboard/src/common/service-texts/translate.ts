import { i18n } from '@lingui/core'

/** A text of the service as the page shows it: in the member's language, or in English if there is no translation. */
export type ServiceText = { text: string; language: 'en' | undefined }

/** Translates a text that is a key of the loaded catalogs, and has no values. */
export const translate = (text: string): ServiceText =>
  Object.hasOwn(i18n.messages, text) ? { text: i18n._(text), language: undefined } : inEnglish(text)

/** Translates a text that the service made from one of these templates. */
export function translateFrom(templates: readonly string[], text: string): ServiceText {
  if (templates.includes(text)) return translate(text)
  for (const template of templates) {
    const values = matchTemplate(template, text)
    if (values && Object.hasOwn(i18n.messages, template)) return { text: i18n._(template, values), language: undefined }
  }
  return inEnglish(text)
}

export const inEnglish = (text: string): ServiceText => ({ text, language: i18n.locale === 'en' ? undefined : 'en' })

/** The values that make the text from the template, by name; undefined if none do. */
export function matchTemplate(template: string, text: string): Record<string, string> | undefined {
  const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')
  return new RegExp(`^${pattern}$`, 's').exec(text)?.groups
}

/** Ends a sentence, as messages of the service have no period. Chinese and Japanese have one of their own. */
export function endSentence(text: string): string {
  if (/[.!?。！？]$/.test(text)) return text
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}）」]$/u.test(text) ? `${text}。` : `${text}.`
}

/** Sentences one after the other; Chinese and Japanese have no spaces between them. */
export const joinSentences = (sentences: readonly string[]): string => sentences.join(' ').replaceAll('。 ', '。')
