import { i18n } from '@lingui/core'

/** The language and region that dates and numbers are written for. */
export const findRegion = (): string => [i18n.locales ?? i18n.locale].flat()[0]!

/** A value that depends on the language, such as a format of dates: created when it is first needed, as the language is loaded by then. */
export function inLanguage<T>(create: (language: string) => T): () => T {
  let created: T | undefined
  return () => (created ??= create(findRegion()))
}

const list = inLanguage((language) => new Intl.ListFormat(language))

/** Words as a list: "a, b, and c". */
export const formatList = (words: readonly string[]): string => list().format(words)
