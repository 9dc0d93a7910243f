import { type NodePath, parseSync, traverse, type types } from '@babel/core'

/** A text of a source file that is outside of Lingui's macros. */
export type FoundText = { line: number; text: string }

/** Names of products, formats, and languages, which are the same in every language. */
const names = [
  ...['Thumbturn', 'CSV', 'FIDO U2F', 'FIDO', 'JSON Lines', 'JSON', 'Okta', 'JavaScript', 'React', 'HTML', 'Express'],
  ...['Packed', 'TPM', 'Android key', 'Apple', 'Compound', 'English', 'Español', '简体中文', 'Node.js'],
]

/** The attributes of elements, and properties of objects, that users read or listen to. */
const textNames: ReadonlySet<string> = new Set([
  ...[
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'alt',
    'title',
    'label',
    'placeholder',
  ],
  ...[
    'action',
    'about',
    'advice',
    'children',
    'close',
    'description',
    'done',
    'error',
    'explanation',
    'group',
    'header',
  ],
  ...['help', 'hint', 'message', 'name', 'nothingFound', 'nothingFoundMessage', 'note', 'noun', 'problem', 'summary'],
  ...['text', 'tick', 'userMessage', 'what', 'whose', 'emptyText', 'legend', 'caption', 'unit'],
])

/** Functions that show their first argument. */
const showing: ReadonlySet<string> = new Set(['showSuccess', 'showFailure', 'useTitle'])

/** Elements whose content is code, and Lingui's own. */
const skipped: ReadonlySet<string> = new Set(['code', 'kbd', 'pre', 'Kbd', 'Trans'])

/** The texts of a file that Lingui doesn't find: between tags, in attributes and properties that users see, and in toasts. */
export function findUntranslated(code: string): FoundText[] {
  const file = parseSync(code, { configFile: false, babelrc: false, parserOpts: { plugins: ['typescript', 'jsx'] } })
  const found: FoundText[] = []
  const report = (node: types.Node | null | undefined) => {
    for (const text of listTexts(node)) if (isText(text)) found.push({ line: node?.loc?.start.line ?? 0, text })
  }
  traverse(file!, {
    JSXElement: (path) => {
      if (skipped.has(nameElement(path.node))) path.skip()
    },
    JSXText: ({ node }) => report(node),
    JSXExpressionContainer: ({ node, parentPath }) => {
      if (!parentPath.isJSXAttribute()) report(node.expression)
    },
    JSXAttribute: ({ node }) => {
      if (textNames.has(nameAttribute(node.name)) && !isExample(node)) report(node.value)
    },
    ObjectProperty: (path) => {
      if (textNames.has(nameKey(path.node.key)) && !isArgument(path) && !isCode(path.node.value))
        report(path.node.value)
    },
    CallExpression: ({ node }) => {
      if (node.callee.type === 'Identifier' && showing.has(node.callee.name)) report(node.arguments[0])
    },
    'StringLiteral|TemplateLiteral': (path: NodePath) => {
      if (isSentence(path)) report(path.node)
    },
  })
  return found
}

/** Every text that an expression can have as its value; none of a macro's. */
function listTexts(node: types.Node | null | undefined): string[] {
  switch (node?.type) {
    case 'JSXText':
    case 'StringLiteral':
      return [node.value]
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.raw).join(' ')]
    case 'JSXExpressionContainer':
      return listTexts(node.expression)
    case 'AssignmentPattern':
      return listTexts(node.right)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(listTexts)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return isComparison(node.operator) ? [] : [node.left, node.right].flatMap(listTexts)
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return listTexts(node.expression)
    default:
      return []
  }
}

const isComparison = (operator: string) => /^[=!<>]|^in/.test(operator)

/** Whether a text looks like a title or sentence, wherever it is; except in errors, which developers read. */
function isSentence(path: NodePath): boolean {
  if (path.parentPath?.isJSXAttribute() || path.findParent(isOtherwiseFine)) return false
  return listTexts(path.node).some((text) => /^[“\s]*\p{Lu}\p{Ll}*['’]?\p{Ll}* \p{L}/u.test(text))
}

const isOtherwiseFine = (path: NodePath) =>
  path.isNewExpression() || path.isTSType() || path.isTaggedTemplateExpression() || isMacroCall(path)

const macros: ReadonlySet<string> = new Set(['t', 'msg', 'plural', 'select'])

const isMacroCall = ({ node }: NodePath) =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && macros.has(node.callee.name)

/** Whether a text has words in it, other than names and paths. */
function isText(text: string): boolean {
  const words = names.reduce((rest, name) => rest.replaceAll(name, ''), text).split(/\s+/)
  return words.some((word) => /\p{L}/u.test(word) && !/^(\/|https?:)/.test(word))
}

/** A placeholder can be an example of code. */
const isExample = ({ name, value }: types.JSXAttribute) => name.name === 'placeholder' && isCode(value)

/** Whether a text is code, such as an address, an ID, or the begin of a key: in lowercase, or with signs that no title has. */
const isCode = (node: types.Node | null | undefined) =>
  listTexts(node).every((text) => /^-----BEGIN |^[a-z\d]\S*( [a-z]+| …)?$|^\S*[.\d]\S*$|^EdDSA$/.test(text))

/** Whether an object is what a call sends, such as a request or an error of the API. */
const isArgument = (path: NodePath) =>
  path
    .findParent((parent) => parent.isCallExpression() || parent.isNewExpression() || parent.isFunction())
    ?.isFunction() === false

const nameElement = ({ openingElement: { name } }: types.JSXElement) => (name.type === 'JSXIdentifier' ? name.name : '')

const nameAttribute = ({ name }: types.JSXAttribute['name']) => (typeof name === 'string' ? name : name.name)

const nameKey = (key: types.Node) =>
  key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : ''
