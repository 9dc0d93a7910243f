/** The part of a regular expression that the validator needs; `toString` is the key under which it keeps a compiled one. */
type Matcher = { test(text: string): boolean; toString(): string }

/** Compiles a pattern of the contract, which half a surrogate pair never matches: no database can hold it. */
export const compileWellFormed = Object.assign(
  (pattern: string, flags: string): Matcher => {
    const expression = new RegExp(pattern, flags)
    return { test: (text) => text.isWellFormed() && expression.test(text), toString: () => String(expression) }
  },
  // Where the validator would write itself as code, which nothing here does.
  { code: 'compileWellFormed' },
)
