import type { AnyFieldText, FieldName, FieldTexts } from './field-texts.ts'
import { generalTexts } from './texts/general.ts'
import { pageTexts } from './texts/pages.ts'
import { passkeyTexts } from './texts/passkeys.ts'
import { protectionTexts } from './texts/protection.ts'
import { signInTexts } from './texts/sign-in.ts'

const texts: FieldTexts = {
  ...generalTexts,
  ...passkeyTexts,
  ...signInTexts,
  ...pageTexts,
  ...protectionTexts,
}

/** The texts of a field. */
export const findTexts = (name: FieldName): AnyFieldText => texts[name]

/** The label of a field. */
export const nameField = (name: FieldName): string => texts[name].label
