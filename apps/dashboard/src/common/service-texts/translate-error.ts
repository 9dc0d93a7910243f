import { errorTexts } from './errors.ts'
import { joinSentences, translateFrom } from './translate.ts'

/** The message of an error in the member's language; undefined if the dashboard doesn't have it, or a part of it. */
export function translateError(message: string): string | undefined {
  const whole = translateOne(message)
  if (whole !== undefined) return whole
  // Problems of settings that don't fit together are in one message.
  const parts = message.split('; ').map(translateOne)
  return parts.every((part) => part !== undefined) ? joinSentences(parts) : undefined
}

function translateOne(text: string): string | undefined {
  const translated = translateFrom(errorTexts, text)
  return translated.language === undefined ? translated.text : undefined
}
