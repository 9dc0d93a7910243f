import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { CustomTemplateName, TemplateField } from '@thumbturn/contract/vocabulary/message-templates.ts'

/** The subject of each message, and when users get it. */
export const templateWords: Readonly<
  Record<CustomTemplateName, { title: MessageDescriptor; description: MessageDescriptor }>
> = {
  code: { title: msg`Sign-in code`, description: msg`A user requested a code.` },
  'verify-contact': { title: msg`Confirm contact`, description: msg`A user added an email address or a phone number.` },
  link: { title: msg`Sign-in link`, description: msg`A first-generation client requested a link.` },
  'passkey-added': { title: msg`Passkey added`, description: msg`A passkey was added to an account.` },
  'contact-changed': { title: msg`Contact changed`, description: msg`An email address or a phone number was changed.` },
  recovered: { title: msg`Account recovered`, description: msg`An account was recovered without its passkeys.` },
}

export const fieldWords: Readonly<Record<TemplateField, MessageDescriptor>> = {
  subject: msg`Subject`,
  title: msg`Heading`,
  text: msg`Text`,
  action: msg`Button`,
  advice: msg`Closing advice`,
  short: msg`SMS`,
  spoken: msg({ message: 'Call', context: 'phone' }),
}

export const localeWords: Readonly<Record<Locale, string>> = {
  'en-US': 'English',
  'zh-CN': '简体中文',
  'es-ES': 'Español',
}
