import type { PrismTheme } from 'prism-react-renderer'

/** The colors of code by what it is; the values of both modes are in tokens.css. */
const types = {
  quiet: ['comment', 'prolog', 'cdata', 'punctuation', 'operator'],
  word: ['keyword', 'atrule', 'important', 'tag', 'selector', 'directive', 'directive-hash'],
  text: ['string', 'char', 'attr-value', 'regex', 'template-string', 'inserted'],
  name: ['function', 'class-name', 'maybe-class-name', 'builtin', 'property', 'attr-name'],
  value: ['number', 'boolean', 'constant', 'symbol', 'variable', 'literal-property'],
  gone: ['deleted'],
}

/**
 * One theme for both modes, by variables: the server's HTML is then colored in both, also where no script changes it.
 */
export const codeTheme: PrismTheme = {
  plain: { color: 'var(--ink)', backgroundColor: 'var(--code-paper)' },
  styles: Object.entries(types).map(([kind, names]) => ({ types: names, style: { color: `var(--code-${kind})` } })),
}
