import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { CustomTemplateName, TemplateField } from '@thumbturn/contract/vocabulary/message-templates.ts'

/** The subject of each message, and when users get it. */
export const templateWords: Readonly<Record<CustomTemplateName, { title: string; description: string }>> = {
  code: { title: 'Sign-in code', description: 'A user requested a code.' },
  'verify-contact': { title: 'Confirm contact', description: 'A user added an email address or a phone number.' },
  link: { title: 'Sign-in link', description: 'A first-generation client requested a link.' },
  'passkey-added': { title: 'Passkey added', description: 'A passkey was added to an account.' },
  'contact-changed': { title: 'Contact changed', description: 'An email address or a phone number was changed.' },
  recovered: { title: 'Account recovered', description: 'An account was recovered without its passkeys.' },
}

export const fieldWords: Readonly<Record<TemplateField, string>> = {
  subject: 'Subject',
  title: 'Heading',
  text: 'Text',
  action: 'Button',
  advice: 'Closing advice',
  short: 'SMS',
  spoken: 'Call',
}

export const localeWords: Readonly<Record<Locale, string>> = {
  'en-US': 'English',
  'zh-CN': '简体中文',
  'es-ES': 'Español',
}
