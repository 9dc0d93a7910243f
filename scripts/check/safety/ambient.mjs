import { describeFinding, isCall, isMember, readName } from './syntax.mjs'

const members = new Set([
  'Date.now',
  'performance.now',
  'process.hrtime',
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
])
const functions = new Set(['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync', 'getRandomValues', 'hrtime'])

/**
 * Finds clock and randomness that don't come through a port, so that no test controls them. In sources without ports (pages,
 * demos, scripts), only `Math.random`, which can be predicted, is looked for.
 */
export function findAmbientInputs(source, { hasPorts }) {
  return source.nodes.flatMap((node) => {
    const name = nameInput(node)
    if (name === undefined || (!hasPorts && name !== 'Math.random')) return []
    return [describeFinding(source, node, `${name} is not read through the port of clock and randomness`)]
  })
}

/** Also names a function that is passed on, such as `{ now: Date.now }`. */
function nameInput(node) {
  if (node.type === 'NewExpression')
    return readName(node.callee) === 'Date' && node.arguments.length === 0 ? 'new Date()' : undefined
  if (isCall(node)) return functions.has(node.callee.name) ? node.callee.name : undefined
  if (!isMember(node)) return undefined
  const path = `${readName(node.object)}.${readName(node.property)}`
  return members.has(path) ? path : undefined
}
