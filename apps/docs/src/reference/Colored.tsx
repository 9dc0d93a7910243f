import '../code/prism-manual.ts'
import Prism, { type Token, type TokenStream } from 'prismjs/components/prism-core'
import type { CSSProperties, ReactNode } from 'react'
import { prepareShell } from '../code/shell.ts'
import { codeTheme } from '../code-themes.ts'
import 'prismjs/components/prism-clike'
import 'prismjs/components/prism-javascript'
import 'prismjs/components/prism-json'
import 'prismjs/components/prism-bash'

// A chunk of its own, with the languages that samples are in at first: a quarter of what pages with any language load.

prepareShell(Prism.languages)

const colors = new Map(codeTheme.styles.flatMap(({ types, style }) => types.map((type) => [type, style])))

/** A text with the colors of its language. */
export function Colored({ text, language }: { text: string; language: string }): ReactNode {
  const grammar = Prism.languages[language]
  return grammar ? toNodes(Prism.tokenize(text, grammar)) : text
}

const toNodes = (stream: TokenStream): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a fixed text never change places
  [stream].flat().map((piece, place) => (typeof piece === 'string' ? piece : <Piece key={place} token={piece} />))

function Piece({ token: { type, alias, content } }: { token: Token }) {
  const types = [type, alias ?? []].flat()
  const color = types.findLast((name) => colors.has(name))
  return (
    <span
      className={`token ${types.join(' ')}`}
      style={color === undefined ? undefined : (colors.get(color) as CSSProperties)}
    >
      {toNodes(content)}
    </span>
  )
}
