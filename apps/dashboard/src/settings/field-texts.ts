import type { MessageDescriptor } from '@lingui/core'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Unit } from './units.ts'

/** A setting of an application, by its name in the API. */
export type SettingName = keyof ApplicationSettings

/** The properties of an application that can be changed besides its settings. */
export type Property = 'name' | 'rpId' | 'origins' | 'baseUrl'

/** A field of the page. */
export type FieldName = Property | SettingName

/** The name of a choice, a text if it is the same in every language, and the consequence unless the name says it. */
export type ChoiceText = { name: MessageDescriptor | string; help?: MessageDescriptor }

/** Each choice in words: a value without words doesn't compile. */
type Choices<Value extends string | number> = { choices: { readonly [One in Value]: ChoiceText } }

/** The texts of every field. */
export type CommonTexts = {
  label: MessageDescriptor
  /** Whole sentences, in the words of a person who decides, without values of the API. */
  help: MessageDescriptor
  /** The page of the documentation, with an anchor. */
  docs: `/${string}`
  /** The consequence of an empty text or list, for fields that can be empty. */
  whenEmpty?: MessageDescriptor
}

type TextsForItems<Item> = [Item] extends [string | number] ? (string extends Item ? object : Choices<Item>) : object

/** Texts that only some kinds of values need: words for each choice, the unit of each number. */
type TextsFor<Value> = [Value] extends [boolean]
  ? object
  : [Value] extends [readonly (infer Item)[]]
    ? TextsForItems<Item>
    : [Value] extends [number]
      ? number extends Value
        ? { unit: Unit }
        : object
      : TextsForItems<Value>

/** Everything that the page says about each field. */
export type FieldTexts = {
  readonly [Name in FieldName]: CommonTexts & (Name extends SettingName ? TextsFor<ApplicationSettings[Name]> : object)
}

/** The texts of the fields of one file. */
export type PartialTexts = Partial<FieldTexts>

/** The texts of any field in the language of the dashboard, for code that treats all fields alike. */
export type AnyFieldText = {
  label: string
  help: string
  docs: `/${string}`
  whenEmpty: string | undefined
  unit: Unit | undefined
  choices: Readonly<Record<string, { name: string; help: string | undefined }>> | undefined
}
