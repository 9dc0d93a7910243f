import { siteTexts } from './texts.ts'

/** Browsers send some ten languages. */
const mostTags = 32
const longestHeader = 1_000

/** The language of our pages that a browser prefers (RFC 9110 §12.5.4), or that of the application's messages. */
export function chooseLanguage(acceptLanguage: string | undefined, fallback: string): string {
  const languages = [...parseTags(acceptLanguage ?? ''), fallback].map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return languages.find((language) => Object.hasOwn(siteTexts, language)) ?? 'en'
}

/** The tags, the preferred ones first. */
function parseTags(header: string): string[] {
  const parts = header.slice(0, longestHeader).split(',', mostTags)
  const weighted = parts.map((part) => {
    const [tag = '', ...parameters] = part.split(';')
    const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))?.split('=')[1]
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
  return weighted
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
