import { type Client, createClient, createMemoryTokenStore, loadUserMessages } from '@thumbturn/web'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { applicationUrl, sealedRequest } from './address.ts'
import { call } from './api/call.ts'
import type { OutputOf } from './api/operations.ts'
import { applyBrand } from './brand/apply-brand.ts'
import type { Texts } from './texts/english.ts'
import { chooseLanguage, keepChoice } from './texts/language.ts'
import { loadTexts } from './texts/texts.ts'

export type PageRequest = OutputOf<'requestShow'>

/** The common parts of all pages: the response of the service about them, the SDK, and the texts. */
export type Page = {
  request: PageRequest
  client: Client
  language: string
  texts: Texts
  /** Shows the page in another language. */
  speak(language: string): Promise<void>
  /** Reads the request again, after the user signed in or out. */
  reload(): Promise<void>
}

export const PageContext = createContext<Page | undefined>(undefined)

export const usePage = (): Page => useContext(PageContext)!

/** Reads what the page shows, and paints it in the colors of the application. */
export async function readRequest(): Promise<PageRequest> {
  const request = await call('requestShow', { query: { request: sealedRequest } })
  applyBrand(request.application)
  return request
}

export const createSdkClient = ({ application }: PageRequest): Client =>
  createClient({
    baseUrl: applicationUrl.slice(0, -1),
    appId: application.id,
    // The session is a cookie that no script can read; the token is exchanged for it at once.
    tokenStore: createMemoryTokenStore(),
  })

/** The texts of the pages and of the SDK's errors in a language. */
export async function loadLanguage(language: string): Promise<Pick<Page, 'language' | 'texts'>> {
  document.documentElement.lang = language
  const [texts] = await Promise.all([loadTexts(language), loadUserMessages(language)])
  return { language, texts }
}

export const readLanguage = ({ uiLocales, application }: Pick<PageRequest, 'uiLocales' | 'application'>) =>
  loadLanguage(chooseLanguage(uiLocales, application.locale))

/** The same for a language that the user chose, also next time. */
export function chooseLanguageForever(language: string) {
  keepChoice(language)
  return loadLanguage(language)
}
