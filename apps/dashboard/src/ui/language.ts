import { i18n, type Messages } from '@lingui/core'

/** The languages of the dashboard, each in its own words; the keys are BCP 47 tags. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  zh: '中文',
} as const

export type Language = keyof typeof languageNames

const storageKey = 'thumbturn-dashboard-language'

const catalogs = import.meta.glob<{ messages: Messages }>('../locales/*/*.po')

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag)

/** The language that the member chose in this browser, or the first of the browser's languages that the dashboard has. */
function chooseLanguage(): Language {
  const tags = [readChoice(), ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase())
  return tags.find(isLanguage) ?? 'en'
}

function readChoice(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** Shows the dashboard in a language from now on. It starts anew, because texts of every page depend on the language. */
export function changeLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage is blocked, so the browser's language remains.
  }
  location.reload()
}

/** The language that the dashboard is shown in. */
export const currentLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : 'en')

/** Loads what every page shows, and sets the language of the document. */
export async function startLanguage(): Promise<void> {
  const language = chooseLanguage()
  i18n.loadAndActivate({ locale: language, messages: await loadCatalog('shared', language) })
  document.documentElement.lang = language
}

/** Loads the texts of a page, a folder of `src`. */
export async function loadTexts(page: string): Promise<void> {
  i18n.load(i18n.locale, await loadCatalog(page, i18n.locale))
}

/** Texts that can't be loaded are shown in English, in which the code has them. */
async function loadCatalog(page: string, language: string): Promise<Messages> {
  try {
    return (await catalogs[`../locales/${page}/${language}.po`]?.())?.messages ?? {}
  } catch {
    return {}
  }
}
