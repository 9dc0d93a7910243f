import { dirname, join } from 'node:path'

/**
 * Finds what a called function returns: a function of the same file, one that the file imports, or, for a method, every
 * function of that name. `isVerdict`: it says by its result whether something is right; one that documents what it throws, and
 * returns no boolean, says so by an error.
 */
export function createFunctionSearch(sources) {
  const byPlace = new Map()
  const byName = new Map()
  for (const source of sources)
    for (const node of source.nodes) {
      const made = readFunction(node)
      if (!made?.name) continue
      const described = describeFunction(source, made)
      const place = `${source.file} ${made.name}`
      byPlace.set(place, described)
      byName.set(made.name, merge(byName.get(made.name), described))
    }
  const imports = new Map(sources.map((source) => [source.file, listImports(source)]))
  return ({ file }, callee) => {
    if (callee.type !== 'Identifier') return byName.get((callee.property ?? callee).name)
    const from = imports.get(file)?.get(callee.name)
    return byPlace.get(from ?? `${file} ${callee.name}`)
  }
}

/** Where a type declares a method, it counts instead of the implementations. */
function merge(known, added) {
  if (known === undefined || (added.isDeclared && !known.isDeclared)) return added
  if (known.isDeclared && !added.isDeclared) return known
  return {
    isDeclared: added.isDeclared,
    isVerdict: known.isVerdict || added.isVerdict,
    isAsync: known.isAsync && added.isAsync,
  }
}

/** Where each imported name is defined: the file and the name there. */
function listImports({ file, nodes }) {
  const places = new Map()
  for (const { type, source, specifiers } of nodes) {
    if (type !== 'ImportDeclaration' || !source.value.startsWith('.')) continue
    const from = join(dirname(file), source.value)
    for (const { imported, local } of specifiers) if (imported) places.set(local.name, `${from} ${imported.name}`)
  }
  return places
}

const isFunction = (value) => /^((Arrow)?FunctionExpression|TSFunctionType)$/.test(value?.type)

/** The name and the definition of a function, of a method, or of a method's type. */
function readFunction(node) {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return { name: node.id?.name, definition: node, node }
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'TSMethodSignature':
      return { name: node.key.name, definition: node, node }
    case 'VariableDeclarator':
      return isFunction(node.init) ? { name: node.id.name, definition: node.init, node } : undefined
    case 'ObjectProperty':
      return isFunction(node.value) ? { name: node.key.name, definition: node.value, node } : undefined
    default:
      return undefined
  }
}

function describeFunction(source, { definition, node }) {
  const type = (definition.returnType ?? definition.typeAnnotation)?.typeAnnotation
  const isPromise = type?.typeName?.name === 'Promise'
  const result = isPromise ? type.typeParameters?.params[0] : type
  const about = { isAsync: definition.async === true || isPromise, isDeclared: node.type === 'TSMethodSignature' }
  if (result?.type === 'TSBooleanKeyword') return { ...about, isVerdict: true }
  const isNothing = type
    ? /^TS(Void|Never|Undefined)Keyword$/.test(result?.type) || type.asserts === true
    : !returnsSomething(source, definition)
  return { ...about, isVerdict: !isNothing && !documentsThrows(source, node) }
}

/** Without a return type: an expression, or a `return` with a value that belongs to this function. */
function returnsSomething({ nodes, parents }, definition) {
  if (definition.body?.type !== 'BlockStatement') return true
  return nodes.some((node) => {
    if (node.type !== 'ReturnStatement' || !node.argument) return false
    let owner = parents.get(node)
    while (owner && !/Function|Method/.test(owner.type)) owner = parents.get(owner)
    return owner === definition
  })
}

function documentsThrows({ parents }, node) {
  for (let at = node; at && at.type !== 'Program'; at = parents.get(at)) {
    const comments = at.leadingComments ?? []
    if (comments.some(({ value }) => /@throws|throws \w+Error/.test(value))) return true
    if (/Statement$/.test(at.type)) return false
  }
  return false
}
