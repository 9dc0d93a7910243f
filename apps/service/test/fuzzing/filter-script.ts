/** A filter as a function of the truths of its comparisons, which JavaScript groups. */
export type FilterScript = (truths: readonly boolean[]) => boolean

const tokenPattern = /"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+/g

/** Translates a filter word by word, and leaves its grammar to JavaScript; undefined if that has none for it. */
export function readAsScript(text: string): FilterScript | undefined {
  const reader = new FilterReader(text.match(tokenPattern) ?? [])
  try {
    return new Function('v', `return ${reader.translate()}`) as FilterScript
  } catch {
    return undefined
  }
}

class FilterReader {
  readonly #tokens: readonly string[]
  #at = 0
  #comparisons = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  translate(): string {
    let script = ''
    let operandIsNext = true
    while (this.#at < this.#tokens.length) {
      const [added, isOperand]: [string, boolean] = operandIsNext ? this.#takeOperand() : this.#takeOperator()
      script += added
      operandIsNext = isOperand
    }
    return script
  }

  /** The beginning of a term, and whether another operand follows. */
  #takeOperand(): [script: string, operandIsNext: boolean] {
    const token = this.#tokens[this.#at++]!
    if (token.toLowerCase() === 'not') return ['!', true]
    if (token === '(') return ['(', true]
    if (this.#tokens[this.#at] !== '[') return [this.#takeComparison(), false]
    this.#at++
    return ['((', true]
  }

  #takeOperator(): [script: string, operandIsNext: boolean] {
    const token = this.#tokens[this.#at++]!
    if (token.toLowerCase() === 'and') return ['&&', true]
    if (token.toLowerCase() === 'or') return ['||', true]
    if (token === ')') return [')', false]
    if (!this.#tokens[this.#at]?.startsWith('.')) return ['))', false]
    this.#at++
    return [`)&&${this.#takeComparison()})`, false]
  }

  /** The operator, and its value unless it has none. */
  #takeComparison(): string {
    this.#at += this.#tokens[this.#at]?.toLowerCase() === 'pr' ? 1 : 2
    return `v[${this.#comparisons++}]`
  }
}
