import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type AccountTexts, english } from './english.ts'

const loaders: Readonly<Record<string, () => Promise<{ texts: AccountTexts }>>> = {
  de: () => import('./locales/de.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  it: () => import('./locales/it.ts'),
  ja: () => import('./locales/ja.ts'),
  nl: () => import('./locales/nl.ts'),
  pl: () => import('./locales/pl.ts'),
  pt: () => import('./locales/pt.ts'),
  zh: () => import('./locales/zh.ts'),
}

/** The texts of a language; English if its file can't be loaded. */
export async function loadAccountTexts(language: string): Promise<AccountTexts> {
  try {
    return (await loaders[language]?.())?.texts ?? english
  } catch {
    return english
  }
}

export const AccountTextsContext = createContext<AccountTexts>(english)

export const useAccountTexts = (): AccountTexts => useContext(AccountTextsContext)
