import { parse } from '@babel/parser'

export function parseCode(code, isTypeScript) {
  const plugins = isTypeScript ? ['typescript'] : ['typescript', 'jsx']
  return parse(code, { sourceType: 'module', plugins, errorRecovery: true })
}

/**
 * The prose of a parsed file of TypeScript or JavaScript: comments, texts of JSX, and strings of several words. Consecutive
 * line comments are one piece, so that a term may span lines. A piece has the line that it starts at.
 */
export function extractProse({ comments, program }) {
  const pieces = extractComments(comments)
  visit(program, (node) => {
    const text = readText(node)
    if (text !== undefined) pieces.push({ line: node.loc.start.line, text })
  })
  return pieces
}

export const extractComments = (comments) => groupComments(comments).map(readComments)

/** Line comments that stand directly below each other belong together. */
function groupComments(comments) {
  const groups = []
  for (const comment of comments) {
    const before = groups.at(-1)?.at(-1)
    const continues =
      before?.type === 'CommentLine' &&
      comment.type === 'CommentLine' &&
      before.loc.end.line + 1 === comment.loc.start.line &&
      before.loc.start.column === comment.loc.start.column
    if (continues) groups.at(-1).push(comment)
    else groups.push([comment])
  }
  return groups
}

function readComments(group) {
  const text = group.map(({ value }) => value.replaceAll(/^[ \t]*\*? ?/gm, '')).join('\n')
  return { line: group[0].loc.start.line, text }
}

const severalWords = /\p{L}{2}\S* \S*\p{L}{2}/u

function readText(node) {
  if (node.type === 'JSXText') return severalWords.test(node.value) ? node.value : undefined
  if (node.type === 'StringLiteral') return severalWords.test(node.value) ? node.value : undefined
  if (node.type === 'TemplateElement') return severalWords.test(node.value.raw) ? node.value.raw : undefined
}

export function visit(node, see) {
  see(node)
  for (const child of Object.values(node).flat()) if (typeof child?.type === 'string' && child.loc) visit(child, see)
}
