import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { CustomTemplateName, CustomTexts } from '@thumbturn/contract/vocabulary/message-templates.ts'

/** The message of an application in one language. */
export type TemplateKey = { appId: string; template: CustomTemplateName; locale: Locale }

/** A message whose texts an application changed; times are milliseconds since 1970. */
export type CustomTemplate = TemplateKey & {
  /** Only the texts that differ from the default ones, with their placeholders. */
  texts: CustomTexts
  updatedAt: number
}
