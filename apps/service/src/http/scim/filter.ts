import { invalidFilter, ScimError } from './errors.ts'
import { listTokens, type Token } from './filter-tokens.ts'

export const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const

export type Operator = (typeof operators)[number]

export type Literal = string | number | boolean | null

/** A filter (RFC 7644 §3.4.2.2). `path` is as it was sent: it can begin with the URN of the schema. */
export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; inner: Filter }
  | { kind: 'compare'; path: string; operator: Operator; value: Literal }
  /** Some value of a multi-valued attribute matches. `sub`: `emails[…].value eq …` compares that part of those values. */
  | { kind: 'some'; path: string; inner: Filter }

const longestFilter = 4_096
const deepestFilter = 32
/** Directories compare one or two attributes. */
const mostComparisons = 16

/** @throws ScimError invalidFilter */
export function parseFilter(text: string): Filter {
  if (text.length > longestFilter) throw invalidFilter(`A filter can have at most ${longestFilter} characters`)
  const parser = new FilterParser(listTokens(text))
  const filter = parser.parseOr()
  parser.requireEnd()
  return filter
}

class FilterParser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0
  #comparisons = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  requireEnd() {
    const rest = this.#tokens[this.#at]
    if (rest) throw invalidFilter(`"${rest.text}" is unexpected in the filter`)
  }

  parseOr(): Filter {
    let left = this.#parseAnd()
    while (this.#takeWord('or')) left = { kind: 'or', left, right: this.#parseAnd() }
    return left
  }

  #parseAnd(): Filter {
    let left = this.#parseTerm()
    while (this.#takeWord('and')) left = { kind: 'and', left, right: this.#parseTerm() }
    return left
  }

  #parseTerm(): Filter {
    if (this.#takeWord('not')) return { kind: 'not', inner: this.#parseDeeper(() => this.#parseTerm()) }
    if (this.#takeSymbol('(')) return this.#parseInside(')')
    return this.#parseComparison()
  }

  #parseInside(end: string): Filter {
    const inner = this.#parseDeeper(() => this.parseOr())
    if (!this.#takeSymbol(end)) throw invalidFilter(`The filter lacks "${end}"`)
    return inner
  }

  #parseDeeper(parse: () => Filter): Filter {
    if (++this.#depth > deepestFilter) throw invalidFilter('The filter is nested too deeply')
    const inner = parse()
    this.#depth--
    return inner
  }

  #parseComparison(): Filter {
    const path = this.#take('word', 'an attribute')
    if (this.#takeSymbol('[')) return this.#parseValuePath(path)
    return this.#parseOperation(path)
  }

  #parseValuePath(path: string): Filter {
    const inner = this.#parseInside(']')
    const next = this.#tokens[this.#at]
    if (next?.kind !== 'word' || !next.text.startsWith('.')) return { kind: 'some', path, inner }
    this.#at++
    const right = this.#parseOperation(next.text.slice(1))
    return { kind: 'some', path, inner: { kind: 'and', left: inner, right } }
  }

  #parseOperation(path: string): Filter {
    if (++this.#comparisons > mostComparisons)
      throw new ScimError(400, 'tooMany', `A filter can have at most ${mostComparisons} comparisons`)
    const word = this.#take('word', 'an operator').toLowerCase()
    const operator = operators.find((one) => one === word)
    if (!operator) throw invalidFilter(`"${word}" is not an operator; the operators are: ${operators.join(', ')}`)
    if (operator === 'pr') return { kind: 'compare', path, operator, value: null }
    return { kind: 'compare', path, operator, value: this.#parseValue() }
  }

  #parseValue(): Literal {
    const token = this.#tokens[this.#at++]
    const isPlain = token?.kind === 'text' || /^(?:true|false|null|-?\d+(?:\.\d+)?)$/i.test(token?.text ?? '')
    if (!token || !isPlain)
      throw invalidFilter('A value in the filter must be a string in quotes, a number, or a boolean')
    try {
      return JSON.parse(token.kind === 'text' ? token.text : token.text.toLowerCase())
    } catch {
      throw invalidFilter(`${token.text} is not a valid JSON string`)
    }
  }

  #take(kind: Token['kind'], what: string): string {
    const token = this.#tokens[this.#at++]
    if (token?.kind !== kind) throw invalidFilter(`The filter lacks ${what}${token ? ` before "${token.text}"` : ''}`)
    return token.text
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false
    this.#at++
    return true
  }

  #takeSymbol(symbol: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'symbol' || token.text !== symbol) return false
    this.#at++
    return true
  }
}

/**
 * The text that this attribute of everything that matches has, if the filter requires one. `path` is as the schema spells it;
 * `strip` takes the URN of the schema off.
 */
export function findRequiredText(filter: Filter, path: string, strip: (path: string) => string): string | undefined {
  if (filter.kind === 'and')
    return findRequiredText(filter.left, path, strip) ?? findRequiredText(filter.right, path, strip)
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string') return undefined
  return strip(filter.path).toLowerCase() === path.toLowerCase() ? filter.value : undefined
}

/** The attributes that a filter compares, in lowercase. */
export function listNames(filter: Filter, strip: (path: string) => string): string[] {
  if ('left' in filter) return [...listNames(filter.left, strip), ...listNames(filter.right, strip)]
  if (filter.kind === 'not') return listNames(filter.inner, strip)
  return [strip(filter.path).split('.')[0]!.toLowerCase()]
}
