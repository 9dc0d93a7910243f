import { SdkError } from '../errors.ts'

/**
 * Loads the texts of `error.userMessage` in the language of the page (`<html lang>`, then the browser's) or of a BCP 47
 * tag; English for languages the SDK doesn't have. Until then, `userMessage` is a general English sentence.
 * `Thumbturn`, the components, and the React provider call this function. Never fails.
 */
export async function loadUserMessages(language?: string): Promise<void> {
  try {
    const tag = language ?? (document.documentElement.lang || navigator.language)
    const { loadMessageFinder } = await import('./user-messages.ts')
    SdkError.findMessage = await loadMessageFinder(tag)
  } catch {}
}
