import type { TemplateName } from '@thumbturn/contract/vocabulary/message-templates.ts'

/** One message in one language. `{app}` and the template's values stand in braces; they are replaced once. */
export type MessageTexts = {
  subject: string
  /** The heading of the email. */
  title: string
  text: string
  /** The label of the link, if there is one. */
  action?: string
  /** Label and value; rows without a value are omitted. */
  details: readonly (readonly [label: string, value: string])[]
  /** The advice for the user. */
  advice: string
  /** For SMS: about 160 characters. */
  short: string
  /** For voice calls; `{digits}` are the code's digits, one by one. */
  spoken: string
}

/** All messages in one language. */
export type Language = Readonly<Record<TemplateName, MessageTexts>>
