/** The BCP 47 tag in a form that Intl accepts; English for others. Pages and systems also write `de_DE` or `en-US@posix`. */
export function toLocale(tag: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}
