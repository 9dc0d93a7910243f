import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'

/** A setting of an application, by its name in the API. */
export type SettingName = keyof ApplicationSettings

/** The properties of an application that can be changed besides its settings. */
export type Property = 'name' | 'rpId' | 'origins' | 'baseUrl'

/** A field of the page. */
export type FieldName = Property | SettingName

/** The units of numbers; `seconds` are edited as minutes, hours, or days where that is shorter. */
export type Unit = keyof typeof units

/** Each unit after one, and after any other number. */
export const units = {
  seconds: { one: 'second', other: 'seconds' },
  days: { one: 'day', other: 'days' },
  passkeys: { one: 'passkey', other: 'passkeys' },
  digits: { one: 'digit', other: 'digits' },
  characters: { one: 'character', other: 'characters' },
  attempts: { one: 'attempt', other: 'attempts' },
  failures: { one: 'failure', other: 'failures' },
  emailsPerHour: { one: 'email per hour', other: 'emails per hour' },
  messagesPerHour: { one: 'message per hour', other: 'messages per hour' },
  eventsPerMinute: { one: 'event per minute', other: 'events per minute' },
  pixels: { one: 'pixel', other: 'pixels' },
}

/** A choice in words, and its consequence unless its name says it. */
export type ChoiceText = { name: string; help?: string }

/** Each choice in words: a value without words doesn't compile. */
type Choices<Value extends string | number> = { choices: { readonly [One in Value]: ChoiceText } }

type CommonTexts = {
  label: string
  /** Whole sentences, in the words of a person who decides, without values of the API. */
  help: string
  /** The page of the documentation, with an anchor. */
  docs: `/${string}`
  /** The consequence of an empty text or list, for fields that can be empty. */
  whenEmpty?: string
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

/** The texts of any field, for code that treats all fields alike. */
export type AnyFieldText = CommonTexts & { unit?: Unit; choices?: Readonly<Record<string, ChoiceText>> }
