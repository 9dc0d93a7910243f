import { i18n, type Messages } from '@lingui/core'
import { loadUserMessages } from '@thumbturn/web'

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
const chooseLanguage = (): Language => [readChoice(), ...navigator.languages].map(readLanguage).find(isLanguage) ?? 'en'

const readLanguage = (tag: string) => tag.slice(0, 2).toLowerCase()

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

/** Known from the beginning: the first page and its texts load before anything is shown. */
const language = chooseLanguage()

/** The language that the dashboard is shown in. */
export const currentLanguage = (): Language => language

/** Loads what every page shows, and sets the language of the document. */
export async function startLanguage(): Promise<void> {
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
  void loadUserMessages(language)
  await loadTexts('shared')
  // Dates and numbers are written as in the browser's region, if its language is this one.
  i18n.activate(language, navigator.languages.find((tag) => readLanguage(tag) === language) ?? language)
}

/** Loads the texts of a page, a folder of `src`. Without them it can't be shown, as the code has only their keys. */
export async function loadTexts(page: string): Promise<void> {
  const { messages } = await catalogs[`../locales/${page}/${language}.po`]!()
  i18n.load(language, messages)
}
