import { english, type Texts } from './english.ts'

/** English comes with the page. Other languages load when they are shown. */
const loaders: Readonly<Record<string, () => Promise<{ texts: Texts }>>> = {
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

/** The languages, each in its own words; the keys are BCP 47 tags. */
export const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  zh: '中文',
}

/** The texts of a language; English if its file can't be loaded. */
export async function loadTexts(language: string): Promise<Texts> {
  try {
    return (await loaders[language]?.())?.texts ?? english
  } catch {
    return english
  }
}

/** Replaces the placeholders of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | undefined>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
