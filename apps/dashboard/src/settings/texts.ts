import { i18n } from '@lingui/core'
import type { AnyFieldText, ChoiceText, CommonTexts, FieldName, FieldTexts } from './field-texts.ts'
import { generalTexts } from './texts/general.ts'
import { pageTexts } from './texts/pages.ts'
import { passkeyTexts } from './texts/passkeys.ts'
import { protectionTexts } from './texts/protection.ts'
import { signInTexts } from './texts/sign-in.ts'
import type { Unit } from './units.ts'

const texts: FieldTexts = {
  ...generalTexts,
  ...passkeyTexts,
  ...signInTexts,
  ...pageTexts,
  ...protectionTexts,
}

/** The texts of a field. */
export function findTexts(name: FieldName): AnyFieldText {
  const { label, help, docs, whenEmpty, unit, choices }: AnyDescriptors = texts[name]
  return {
    label: i18n._(label),
    help: i18n._(help),
    docs,
    whenEmpty: whenEmpty && i18n._(whenEmpty),
    unit,
    choices: choices && translateChoices(choices),
  }
}

type AnyDescriptors = CommonTexts & { unit?: Unit; choices?: Readonly<Record<string, ChoiceText>> }

const translateChoices = (choices: Readonly<Record<string, ChoiceText>>) =>
  Object.fromEntries(
    Object.entries(choices).map(([value, { name, help }]) => [
      value,
      { name: typeof name === 'string' ? name : i18n._(name), help: help && i18n._(help) },
    ]),
  )

/** The label of a field. */
export const nameField = (name: FieldName): string => i18n._(texts[name].label)
