import { languageNames } from './texts.ts'

const storageKey = 'thumbturn-language'

/** The language that the user chose on these pages, if any. */
function readChoice(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

export function keepChoice(language: string): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage is blocked: the choice counts for this page.
  }
}

/** The first language of these tags that the pages have. */
export const findLanguage = (tags: readonly string[]): string | undefined =>
  tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((language) => Object.hasOwn(languageNames, language))

/**
 * The language of the pages: as the user chose, otherwise as the program asks (`ui_locales`, OpenID Connect Core 1.0 §3.1.2.1),
 * the browser prefers, or the application is set.
 */
export const chooseLanguage = (uiLocales: readonly string[] = [], fallback = 'en'): string =>
  findLanguage([readChoice() ?? '', ...uiLocales, ...navigator.languages, fallback]) ?? 'en'
