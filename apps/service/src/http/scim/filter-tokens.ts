import { invalidFilter } from './errors.ts'

export type Token = { kind: 'word' | 'text' | 'symbol'; text: string }

const pattern = /\s*(?:(?<symbol>[()[\]])|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[^\s()[\]"]+))/y

/** @throws ScimError invalidFilter */
export function listTokens(text: string): Token[] {
  const tokens: Token[] = []
  const trimmed = text.trimEnd()
  pattern.lastIndex = 0
  while (pattern.lastIndex < trimmed.length) {
    const at = pattern.lastIndex
    const { groups } = pattern.exec(trimmed) ?? {}
    if (!groups) throw invalidFilter(`The filter has a syntax error at character ${at + 1}`)
    const [kind, found] = Object.entries(groups).find(([, value]) => value !== undefined) as [Token['kind'], string]
    tokens.push({ kind, text: found })
  }
  return tokens
}
