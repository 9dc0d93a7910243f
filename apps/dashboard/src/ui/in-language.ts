import { i18n } from '@lingui/core'

/** What depends on the language, such as a format of dates: created when it is first needed, as the language is loaded by then. */
export function inLanguage<T>(create: (language: string) => T): () => T {
  let created: T | undefined
  return () => (created ??= create(i18n.locale))
}
