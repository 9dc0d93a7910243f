import { loadMessageFinder, SdkError } from '@thumbturn/web/core'

/**
 * Loads the texts of `error.userMessage` in the language of a BCP 47 tag, by default that of the device; English for
 * languages the SDK doesn't have. Until then, `userMessage` is a general English sentence. Never fails.
 */
export async function loadUserMessages(language?: string): Promise<void> {
  try {
    SdkError.findMessage = await loadMessageFinder(language ?? readLanguage())
  } catch {}
}

/** Some engines are built without Intl. */
function readLanguage(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().locale
  } catch {
    return 'en'
  }
}
