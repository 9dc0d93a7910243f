import { SdkError } from './errors.ts'

/**
 * Loads the texts of `error.userMessage` in the language of the page (`<html lang>`, then that of the browser), or in
 * that of a BCP 47 tag; English for languages that the SDK doesn't speak. Until they are loaded, `userMessage` is a
 * general sentence in English. `Thumbturn`, the components, and the provider of React call it. Never fails.
 */
export async function loadUserMessages(language?: string): Promise<void> {
  try {
    const tag = language ?? (document.documentElement.lang || navigator.language)
    const { loadWords } = await import('./user-messages.ts')
    SdkError.words = await loadWords(tag)
  } catch {}
}
