import { endSentence, joinSentences, type ServiceText, translateFrom } from './translate.ts'

/** Problems of an application and their remedies, as the service words them. */
export const noticeTexts: readonly string[] = [
  'Anyone who creates an account can use this site: choose groups, or turn off hostedSignUp.',
  '{host}: Anyone who creates an account can use this site: choose groups, or turn off hostedSignUp.',
  'Browsers have no passkeys at {origin}, where the hosted pages are',
  "Browsers don't use passkeys of {rpId} at {origin}, where the hosted pages are",
  "{origin}, where the hosted pages are, is not among the application's origins",
  'Use a domain with https: `{command}`',
  'Create another application: `{command}`',
  'Give the application an address at {rpId} or below: `{move}`. Or run `{command}`, and serve {file} from this service',
  'Give the application an address at {rpId} or below: `{command}`',
  'Run `{command}`',
]

/** Translates a notice, which can be a problem and its remedy, each a sentence. */
export function translateNotice(notice: string): ServiceText {
  const whole = translateFrom(noticeTexts, notice)
  const end = notice.indexOf('. ')
  if (whole.language === undefined || end < 0) return whole
  const parts = [notice.slice(0, end), notice.slice(end + 2).replace(/\.$/, '')].map((text) =>
    translateFrom(noticeTexts, text),
  )
  const isTranslated = parts.every(({ language }) => language === undefined)
  return isTranslated ? { text: joinSentences(parts.map(({ text }) => endSentence(text))), language: undefined } : whole
}
