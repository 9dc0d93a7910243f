import { createFunctionSearch } from './functions.mjs'
import { describeFinding, isCall, readName } from './syntax.mjs'

const verdictName = /^(verify(?![a-z])|compare(?![a-z])|matches(?![a-z])|(is|has)[A-Z]|timingSafeEqual$)/

/**
 * Finds verdicts that aren't looked at: the result of a function that verifies or compares is dropped, a promise of it stands
 * for the result, or a batch that can conflict is committed without looking at the conflict. `sources` define the functions
 * and the facts of a batch.
 */
export function createVerdictSearch(sources) {
  const findFunction = createFunctionSearch(sources)
  const conflicting = listConflictingFacts(sources)
  return (source) =>
    source.nodes.filter(isCall).flatMap((node) => {
      const name = readName(node.callee)
      if (name === undefined) return []
      if (name === 'commit') return checkCommit(source, node, conflicting)
      return verdictName.test(name) ? checkVerdict(source, node, findFunction(source, node.callee)) : []
    })
}

function checkVerdict(source, node, known) {
  const use = describeUse(source, node)
  const name = readName(node.callee)
  // A function of another package is judged by its name.
  if (use === 'dropped' && (known?.isVerdict ?? true))
    return [describeFinding(source, node, `the result of ${name} is not used`)]
  if (use === 'condition' && known?.isAsync)
    return [describeFinding(source, node, `${name} returns a promise, which is always true: await it`)]
  return []
}

function checkCommit(source, node, conflicting) {
  const [batch] = node.arguments
  if (batch?.type !== 'ArrayExpression' || describeUse(source, node) !== 'dropped') return []
  const facts = batch.elements.flatMap((element) =>
    element?.type === 'ObjectExpression' ? element.properties.map(({ key }) => key?.name) : [],
  )
  const fact = facts.find((name) => conflicting.has(name))
  return fact ? [describeFinding(source, node, `${fact} can conflict, and the result of commit is not used`)] : []
}

/** `dropped`, `condition` (without `await`), or `other`. */
function describeUse({ parents }, node) {
  let inner = node
  let parent = parents.get(inner)
  let isAwaited = false
  while (/^(Await|TSNonNull|Parenthesized)Expression$/.test(parent?.type)) {
    isAwaited ||= parent.type === 'AwaitExpression'
    inner = parent
    parent = parents.get(inner)
  }
  if (parent?.type === 'ExpressionStatement') return 'dropped'
  if (parent?.type === 'UnaryExpression' && parent.operator === 'void') return 'dropped'
  if (isAwaited) return 'other'
  if (parent?.type === 'UnaryExpression') return parent.operator === '!' ? 'condition' : 'other'
  const tested = { LogicalExpression: parent?.left }[parent?.type] ?? parent?.test
  return tested === inner ? 'condition' : 'other'
}

/** The facts of a batch whose comment names a conflict: of `Facts` and its parts, such as `AuthorizationFacts`, and `Conflict`. */
function listConflictingFacts(sources) {
  const aliases = sources.flatMap(({ nodes }) => nodes.filter(({ type }) => type === 'TSTypeAliasDeclaration'))
  const facts = aliases.filter(({ id }) => /(^|[a-z])Facts$/.test(id.name)).flatMap(listMembers)
  const conflicts = aliases.find(({ id }) => id.name === 'Conflict')?.typeAnnotation.types ?? []
  const names = conflicts.flatMap(({ literal }) => literal?.value ?? [])
  const namesConflict = ({ leadingComments = [] }) =>
    leadingComments.some(({ value }) => names.some((name) => value.includes(name)))
  return new Set(facts.filter(namesConflict).map(({ key }) => key.name))
}

const listMembers = ({ typeAnnotation: { types, members = [] } }) => [
  ...members,
  ...(types ?? []).flatMap((part) => part.members ?? []),
]
