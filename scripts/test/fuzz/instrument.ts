// Counts the branches of sources, and notes their comparisons, by the hooks of packages/testkit/src/fuzzing/coverage.ts.
import { stripTypeScriptTypes } from 'node:module'
import { parse } from '@babel/parser'

/** The branches so far, as file and line, how many comparisons there are, and the words of the sources, which inputs can contain. */
export type Numbering = { branches: string[]; comparisons: number; words: Set<string> }

export const createNumbering = (): Numbering => ({ branches: [], comparisons: 0, words: new Set() })

type Node = { type: string; start: number; end: number; loc: { start: { line: number } } } & Record<string, unknown>
type Edit = { start: number; end: number; added: string }
type Walker = { file: string; source: string; edits: Edit[]; numbering: Numbering; around: Map<Node, Around> }

/** Texts to add before, inside, and after a node. */
type Around = { before: string; inside: string; after: string }

const preamble = 'const __k=globalThis.__coverage,__c=__k.counts,__t=__k.taken;'

/** A source with its hooks, as JavaScript. Lines stay as they are. */
export function instrument({ file, text }: { file: string; text: string }, numbering: Numbering): string {
  const source = stripTypeScriptTypes(text)
  const { program } = parse(source, { sourceType: 'module', createParenthesizedExpressions: true })
  const walker: Walker = { file, source, edits: [], numbering, around: new Map() }
  visit(walker, program as unknown as Node)
  return preamble + applyEdits(walker)
}

/** An edit at the same place as an earlier one comes after it. */
function applyEdits({ source, edits }: Walker): string {
  let text = ''
  let at = 0
  for (const { start, end, added } of edits.toSorted((a, b) => a.start - b.start)) {
    text += source.slice(at, start) + added
    at = end
  }
  return text + source.slice(at)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string' && 'start' in value

/** Parts inside a node come between what is added before and after it. */
function visit(walker: Walker, node: Node): void {
  for (const word of listWords(node)) walker.numbering.words.add(word)
  for (const part of listBranches(node)) walker.around.set(part, enclose(walker, part))
  const { before, inside, after } = walker.around.get(node) ?? { before: '', inside: '', after: '' }
  insert(walker, node.start, before)
  insert(walker, node.start + 1, inside)
  openComparison(walker, node)
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(walker, child)
  closeComparison(walker, node)
  if (node.type === 'IfStatement' && !node.alternate) insert(walker, node.end, `else{${createHit(walker, node)}}`)
  insert(walker, node.end, after)
}

function insert({ edits }: Walker, start: number, added: string): void {
  if (added !== '') edits.push({ start, end: start, added })
}

/** The expression that counts a branch. */
function createHit({ file, numbering: { branches } }: Walker, { loc }: Node): string {
  const branch = branches.push(`${file}:${loc.start.line}`) - 1
  return `__c[${branch}]++||__t.push(${branch})`
}

function enclose(walker: Walker, part: Node): Around {
  const { type } = part
  const hit = createHit(walker, part)
  if (type === 'BlockStatement') return { before: '', inside: `${hit};`, after: '' }
  if (type.endsWith('Statement')) return { before: `{${hit};`, inside: '', after: '}' }
  return { before: `(${hit},`, inside: '', after: ')' }
}

const bodies =
  /^(?:For|ForOf|ForIn|While|DoWhile)Statement$|^CatchClause$|Function|^(?:Object|Class|ClassPrivate)Method$/

/** The parts of a node that may or may not run. */
function listBranches(node: Node): Node[] {
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].filter(isNode)
  if (node.type === 'LogicalExpression') return [node.right].filter(isNode)
  return bodies.test(node.type) ? [node.body].filter(isNode) : []
}

const isTypeof = (node: unknown) => isNode(node) && node.type === 'UnaryExpression' && node.operator === 'typeof'

const isComparison = ({ type, operator, left, right }: Node) =>
  type === 'BinaryExpression' && /^[!=]==$/.test(String(operator)) && !isTypeof(left) && !isTypeof(right)

function openComparison(walker: Walker, node: Node): void {
  if (!isComparison(node)) return
  insert(walker, node.start, `${node.operator === '!==' ? '!' : ''}__k.isSame(${walker.numbering.comparisons++},`)
}

function closeComparison(walker: Walker, node: Node): void {
  if (!isComparison(node)) return
  const [{ end: start }, { start: end }] = [node.left as Node, node.right as Node]
  walker.edits.push({ start, end, added: `,${walker.source.slice(start, end).replaceAll(/[^\n]/g, '')}` })
  insert(walker, node.end, ')')
}

const longestWord = 64

const listWords = (node: Node) => listTexts(node).filter((text) => text !== '' && text.length <= longestWord)

function listTexts({ type, value, pattern, key, property }: Node): string[] {
  switch (type) {
    case 'StringLiteral':
    case 'NumericLiteral':
      return [String(value)]
    case 'TemplateElement':
      return [(value as { raw: string }).raw]
    case 'RegExpLiteral':
      return String(pattern).match(/[\w-]{2,}/g) ?? []
    case 'ObjectProperty':
    case 'MemberExpression':
      return [String((isNode(key) ? key : (property as Node)).name ?? '')]
    default:
      return []
  }
}
