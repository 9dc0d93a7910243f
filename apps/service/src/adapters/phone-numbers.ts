import type { PhoneNumber, PhoneNumbers } from '../core/ports/phone-numbers.ts'

/** Types of numbers whose owner can profit from calls or SMS. */
const costly = new Set<string | undefined>(['PREMIUM_RATE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL'])

/** The longest is `+` and 15 digits, plus some hyphens and spaces. */
const shape = /^\+[0-9][0-9 -]{3,30}$/

/** The numbering plans of libphonenumber, loaded with the first number: most installations never see one. */
export const phoneNumbers: PhoneNumbers = {
  parse: (text) => (shape.test(text) ? parseNumber(text) : undefined),
}

async function parseNumber(text: string): Promise<PhoneNumber | undefined> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const found = parsePhoneNumberFromString(text, { extract: false })
  if (!found?.isValid() || found.ext !== undefined) return undefined
  return { number: found.number, country: found.country, ordinary: !costly.has(found.getType()) }
}
