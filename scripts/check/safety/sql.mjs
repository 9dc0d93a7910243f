import { describeFinding, isCall, isMember, readName } from './syntax.mjs'

const statement =
  /^(?!\^).*\b(select\s.+\sfrom|insert\s+into|update\s+\S+\s+set|delete\s+from|(create|alter|drop)\s+(table|index)|pragma|set\s+local)\b/is
const runners = new Set(['exec', 'prepare', 'query', 'raw'])

/**
 * Finds SQL that is composed as text: a statement with interpolated values or joined strings, and, in storage, a call
 * that runs anything but a fixed text. Values belong in parameters, which the tag `sql` and the query builder make of
 * them.
 */
export function findComposedSql(source) {
  const isStorage = source.file.includes('/storage/')
  const calls = isStorage ? source.nodes.filter(runsUnfixedText) : []
  const isInside = (node) => calls.some(({ start, end }) => start <= node.start && node.end <= end)
  const texts = source.nodes.filter(
    (node) => !isFixed(node) && !isPart(source, node) && statement.test(readFixedParts(node)) && !isInside(node),
  )
  return [
    ...calls.map((node) => describeFinding(source, node, `${readName(node.callee)} runs SQL that is not a fixed text`)),
    ...texts.map((node) => describeFinding(source, node, 'SQL is composed as text')),
  ]
}

/** Constants in capitals are in the source. */
const isConstant = ({ name }) => /^[A-Z][A-Z\d_]*$/.test(name ?? '')

function isFixed(node) {
  if (node.type === 'TemplateLiteral') return node.expressions.every(isConstant)
  if (node.type === 'BinaryExpression' && node.operator === '+') return isFixed(node.left) && isFixed(node.right)
  return /Literal$/.test(node.type) || isConstant(node)
}

const isPart = ({ parents }, node) => /^(TaggedTemplate|Binary)Expression$/.test(parents.get(node)?.type)

function readFixedParts(node) {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw).join(' x ')
  if (node.type === 'StringLiteral') return node.value
  if (node.type === 'BinaryExpression') return `${readFixedParts(node.left)} x ${readFixedParts(node.right)}`
  return ''
}

/** `db.query(text)`. A pattern has a method `exec` too. */
function runsUnfixedText(node) {
  if (!isCall(node) || !isMember(node.callee) || !runners.has(readName(node.callee))) return false
  if (readName(node.callee) === 'exec' && !/database|connection|client/i.test(readName(node.callee.object) ?? ''))
    return false
  const [text] = node.arguments
  if (text === undefined || text.type === 'StringLiteral') return false
  return text.type !== 'TemplateLiteral' || !isFixed(text)
}
