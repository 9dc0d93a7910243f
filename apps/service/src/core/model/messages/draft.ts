import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { CustomTexts, TemplateName } from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { Channel, Values } from './message.ts'

/** A message to exactly one address. */
export type ComposedMessage = {
  channel: Channel
  to: string
  template: TemplateName
  locale: Locale
  values: Values
  /** The application's changes of the template. */
  texts?: CustomTexts | undefined
}

/**
 * A message before its values exist. They are created after the limits are checked: a code that isn't sent must not
 * replace one that was. Undefined values: it isn't sent after all.
 */
export type MessageDraft = Omit<ComposedMessage, 'values'> & { values: Values | (() => Promise<Values | undefined>) }
