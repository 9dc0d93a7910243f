import { parse } from '@babel/parser'

/** A source as the rules read it: its path from the root, its text, its nodes (outer ones first), and the parent of each. */
export function parseSource(file, text) {
  const plugins = file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']
  const { program } = parse(text, { sourceType: 'module', plugins })
  const nodes = []
  const parents = new Map()
  collect(program, { nodes, parents })
  return { file, text, nodes, parents }
}

function collect(node, into) {
  into.nodes.push(node)
  for (const key in node) {
    if (key === 'loc' || key.endsWith('Comments')) continue
    const value = node[key]
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type !== 'string') continue
      into.parents.set(child, node)
      collect(child, into)
    }
  }
}

/** The last name of `name`, `object.name`, or `name(…)`. */
export function readName(node) {
  if (node?.type === 'Identifier') return node.name
  if (isMember(node)) return node.computed ? undefined : readName(node.property)
  if (isCall(node)) return readName(node.callee)
  if (/^(TSNonNull|TSAs|Await)Expression$/.test(node?.type)) return readName(node.expression ?? node.argument)
  return undefined
}

export const isCall = (node) => node?.type === 'CallExpression' || node?.type === 'OptionalCallExpression'

export const isMember = (node) => node?.type === 'MemberExpression' || node?.type === 'OptionalMemberExpression'

/** Where a rule is broken; `code` is the whole expression on one line, which an exception quotes. */
export const describeFinding = ({ file, text }, node, message) => ({
  file,
  line: node.loc.start.line,
  code: text.slice(node.start, node.end).replaceAll(/\s+/g, ' '),
  message,
})
