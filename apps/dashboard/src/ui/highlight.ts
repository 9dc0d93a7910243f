import { type ParseOptions, parse, type TokenType } from 'sugar-high/core'
import * as shell from 'sugar-high/lang/shell'
import * as typescript from 'sugar-high/lang/typescript'

/** A language whose code is colored; TypeScript includes JSX, and with it HTML. */
export type Language = 'typescript' | 'shell'

/** A part of a line of code; `kind` names its color, and is undefined for plain text. */
export type Part = { text: string; kind: Kind | undefined }

type Kind = 'quiet' | 'word' | 'text' | 'name'

const code: Partial<Record<TokenType, Kind>> = {
  comment: 'quiet',
  sign: 'quiet',
  keyword: 'word',
  entity: 'word',
  string: 'text',
  class: 'name',
  property: 'name',
}

/** Addresses, options, and paths have no grammar that would tell names from words. */
const commands: Partial<Record<TokenType, Kind>> = { comment: 'quiet', keyword: 'word', string: 'text' }

const languages: Record<Language, { options: ParseOptions; kinds: Partial<Record<TokenType, Kind>> }> = {
  typescript: { options: typescript, kinds: code },
  shell: { options: shell, kinds: commands },
}

/** The parts of each line; neighbors of the same color are one part. */
export function highlight(text: string, language: Language): Part[][] {
  const { options, kinds } = languages[language]
  return parse(text, options).lines.map(({ tokens }) =>
    join(tokens.map(({ type, value }) => ({ text: value, kind: kinds[type] }))),
  )
}

function join(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last && last.kind === part.kind) last.text += part.text
    else joined.push({ ...part })
  }
  return joined
}
