import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { type Finding, findApplication } from '../checks/findings.ts'
import { translateNotice } from '../service-texts/notices.ts'
import { findingAdvice } from './advice.ts'
import { findingNames } from './names.ts'
import { findingTexts } from './texts.ts'

type Texts = Readonly<Record<string, MessageDescriptor>>

/** A finding in the member's language; in English where the dashboard doesn't know the code, or a text has none. */
export function translateFinding(finding: Finding): Pick<Finding, 'name' | 'message' | 'advice'> {
  const { message, messagePhrase, advice, advicePhrase } = finding
  return {
    name: translateName(finding),
    message: translate(findingTexts, messagePhrase) ?? translateNotice(message).text,
    advice: translate(findingAdvice, advicePhrase) ?? (advice && translateNotice(advice).text),
  }
}

function translateName({ name }: Finding): string {
  const application = findApplication({ name })
  if (application !== undefined) return i18n._(msg`Application ${{ application }}`)
  const text = findingNames[name]
  return text ? i18n._(text) : name
}

/** Undefined if this page is older than the service. */
function translate(texts: Texts, phrase: Finding['messagePhrase']): string | undefined {
  const text = phrase && Object.hasOwn(texts, phrase.code) ? texts[phrase.code] : undefined
  return text && i18n._(text.id, phrase?.values as Record<string, string | number>, { message: text.message! })
}
