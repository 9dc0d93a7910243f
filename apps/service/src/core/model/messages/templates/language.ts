import type { TemplateName } from '../message.ts'

/**
 * One message in one language. `{app}` and the template's own values stand in braces; they are replaced once, and never
 * looked at again.
 */
export type Words = {
  subject: string
  /** The heading of the mail. */
  title: string
  text: string
  /** What stands on the link, where there is one. */
  action?: string
  /** Label and value; a row whose value is not given is left out. */
  details: readonly (readonly [label: string, value: string])[]
  /** What to do, or not to do. */
  advice: string
  /** For a text message: 160 characters or few more. */
  short: string
  /** For a voice; `{digits}` are those of the code, one by one. */
  spoken: string
}

/** Everything that is said in one language. */
export type Language = Readonly<Record<TemplateName, Words>>
