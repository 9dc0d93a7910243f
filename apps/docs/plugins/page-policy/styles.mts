import { createHash } from 'node:crypto'

/** Pages whose style attributes are rules of one style sheet. */
export type StyleSheet = { pages: string[]; css: string; path: string }

// Scripts match as a whole, so that no tag within one is read; attributes can be written without quotes.
const tags = /<script[\s\S]*?<\/script>|<[a-zA-Z][^\s>/]*(?:\s+[^\s=>]+(?:=(?:"[^"]*"|'[^']*'|[^\s>]*))?)*\s*\/?>/g
const styleAttribute = /\sstyle=("[^"]*"|'[^']*'|[^\s>]*)/

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}
const decode = (value: string) =>
  value
    .replace(/^(?<quote>["'])(.*)\k<quote>$/s, '$2')
    .replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity]!)

/**
 * Replaces the style attributes of pages, which no policy allows without `'unsafe-inline'`, by rules of one style sheet.
 * What React sets later takes precedence over the rules, as it did over the attributes.
 */
export function extractStyles(pages: readonly string[]): StyleSheet {
  const numbers = new Map<string, number>()
  const replaceAttribute = (tag: string) =>
    tag.startsWith('<script')
      ? tag
      : tag.replace(styleAttribute, (_, value: string) => {
          const style = decode(value)
          if (!numbers.has(style)) numbers.set(style, numbers.size)
          return ` data-style="${numbers.get(style)}"`
        })
  const replaced = pages.map((html) => html.replace(tags, replaceAttribute))
  // As specific as an ID, because attributes take precedence over the rules of every class.
  const css = [...numbers].map(([style, number]) => `[data-style="${number}"]:not(#_){${style}}`).join('\n')
  return { pages: replaced, css, path: `assets/css/attributes.${hash(css)}.css` }
}

const hash = (css: string) => createHash('sha256').update(css).digest('hex').slice(0, 8)
