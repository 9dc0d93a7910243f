import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import terminology from 'textlint-rule-terminology'
import { extractProse, parseCode } from './extract.mjs'
import { findClauses, findParticiples } from './wording.mjs'

export const settings = JSON.parse(readFileSync(join(import.meta.dirname, 'terms.json'), 'utf8'))
const kernel = new TextlintKernel()
const plugins = [{ pluginId: 'markdown', plugin: markdown.default ?? markdown }]

/** The terms to replace in a file of Markdown, MDX, TypeScript, or JavaScript: line and message of each. */
export async function findTerms(name, source) {
  if (/\.mdx?$/.test(name)) return findIn(readPage(source), { ...settings.everywhere, ...settings.documentation })
  const code = parseCode(source, /\.m?ts$/.test(name))
  const terms = await findIn(readCode(code), settings.everywhere)
  return [...terms, ...findClauses(code), ...findParticiples(code)]
}

async function findIn(pieces, terms) {
  const { text, lines } = joinPieces(pieces)
  const { messages } = await kernel.lintText(text, { ext: '.md', plugins, rules: [createRule(terms)] })
  return messages.map(({ loc, message }) => ({
    line: lines[loc.start.line - 1],
    message: message.replace(/\s+/g, ' '),
  }))
}

/** Spaces of a term match line ends too. */
function createRule(terms) {
  const patterns = Object.entries(terms).map(([pattern, use]) => [pattern.replaceAll(' ', '\\s+'), use])
  const options = { terms: patterns, defaultTerms: false, skip: [] }
  return { ruleId: 'terminology', rule: terminology.default ?? terminology, options }
}

/** One Markdown document of all pieces, and the line of the source for each of its lines. */
function joinPieces(pieces) {
  const lines = pieces.flatMap(({ line, text }) => [...text.split('\n').map((_, index) => line + index), line])
  return { text: pieces.map(({ text }) => text).join('\n\n'), lines }
}

/** The front matter and the components of a page are read too: titles, descriptions, and attributes are visible. */
function readPage(source) {
  const text = source.replace(/^---\n([\s\S]*?)\n---\n/, '\n$1\n\n').replaceAll(/[<>{}"]|^:::/gm, ' ')
  return [{ line: 1, text }]
}

/** Indented text would be code in Markdown, and an open tag or fence would hide the pieces after it. */
function readCode(code) {
  const readPlainly = (text) => text.replaceAll(/^[ \t]+/gm, '').replaceAll(/<|```/g, ' ')
  return extractProse(code).map(({ line, text }) => ({ line, text: readPlainly(text) }))
}
