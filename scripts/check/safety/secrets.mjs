import { describeFinding, isCall, isMember, readName } from './syntax.mjs'

const secret =
  /(?:^|[a-z\d_])(secret|token|hash|signature|mac|hmac|digest|password|passphrase|otp|pin|nonce|csrf|challenge|passcode|code)s?$/i
const secretKey = /^(api|private|master|session|shared|trust)Key$/i

/**
 * Finds secrets that are compared other than in constant time, which tells a caller how much of a guess is right: by `===`, by
 * methods of strings and buffers, or by a search in a list. Comparisons with a fixed value don't count.
 */
export function findSecretComparisons(source) {
  const isPublic = (node) => isFixed(node) || isErrorCode(source, node)
  const isSecret = (node) => looksSecret(node) && !isPublic(node)
  const differs = (left, right) => (isSecret(left) || isSecret(right)) && !isPublic(left) && !isPublic(right)
  return source.nodes
    .filter((node) => (isEquality(node) ? differs(node.left, node.right) : comparesByCall(node, { isSecret, differs })))
    .map((node) => describeFinding(source, node, 'a secret is compared other than by timingSafeEqual'))
}

const isEquality = ({ type, operator }) => type === 'BinaryExpression' && /^[!=]==?$/.test(operator)

const looksSecret = (node) => secret.test(readName(node) ?? '') || secretKey.test(readName(node) ?? '')

/** `error.code`, `response.msgCode`, `(error as Failure).code`. */
const isErrorCode = ({ text }, node) =>
  /^(msg|err|error|status|primary)?code$/i.test(readName(node) ?? '') &&
  /error|\bmsgCode|primaryCode/i.test(text.slice(node.start, node.end))

/** Literals, undefined, types, and constants in capitals: they are in the source, so they are no secrets. */
function isFixed(node) {
  if (/Literal$/.test(node.type)) return node.type !== 'TemplateLiteral' || node.expressions.length === 0
  if (node.type === 'UnaryExpression') return true
  const name = readName(node)
  return name === 'undefined' || name === 'length' || /^[A-Z][A-Z\d_]+$/.test(name ?? '')
}

/** `hash.equals(other)`, `Buffer.compare(hash, other)`, `known.includes(token)`, `secret.localeCompare(other)`. */
function comparesByCall(node, { isSecret, differs }) {
  if (!isCall(node) || !isMember(node.callee) || node.arguments.length === 0) return false
  const name = readName(node.callee)
  const [first, second] = node.arguments
  const owner = node.callee.object
  if (name === 'compare') return readName(owner) === 'Buffer' && differs(first, second ?? first)
  if (/^(equals|localeCompare|startsWith|endsWith)$/.test(name ?? '')) return differs(owner, first)
  return /^(includes|indexOf)$/.test(name ?? '') && isSecret(first)
}
