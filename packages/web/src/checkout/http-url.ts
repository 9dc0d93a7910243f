/** An absolute http or https URL; undefined for any other text. Browsers of 2022 don't have `URL.canParse` yet. */
export function parseHttpUrl(text: string): URL | undefined {
  try {
    const url = new URL(text)
    return /^https?:$/.test(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}
