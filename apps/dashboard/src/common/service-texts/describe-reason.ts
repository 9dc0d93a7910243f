import { i18n } from '@lingui/core'
import { checkTexts, reasonTexts } from './reasons.ts'
import { inEnglish, type ServiceText, translate, translateFrom } from './translate.ts'

/** Says why a ceremony was rejected. In English, it is what the service recorded, which the filter finds. */
export function describeReason(reason: string): ServiceText {
  if (i18n.locale === 'en') return inEnglish(reason)
  const check = reason.slice(0, Math.max(reason.indexOf(': '), 0))
  return Object.hasOwn(checkTexts, check) ? translate(checkTexts[check]!) : translateFrom(reasonTexts, reason)
}
