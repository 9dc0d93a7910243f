import type { PrismTheme } from 'prism-react-renderer'

const types = {
  quiet: ['comment', 'prolog', 'cdata', 'punctuation', 'operator'],
  word: ['keyword', 'atrule', 'important', 'tag', 'selector', 'directive', 'directive-hash'],
  text: ['string', 'char', 'attr-value', 'regex', 'template-string', 'inserted'],
  name: ['function', 'class-name', 'maybe-class-name', 'builtin', 'property', 'attr-name'],
  value: ['number', 'boolean', 'constant', 'symbol', 'variable', 'literal-property'],
  gone: ['deleted'],
}

const createTheme = (plain: PrismTheme['plain'], colors: Record<keyof typeof types, string>): PrismTheme => ({
  plain,
  styles: (Object.keys(types) as (keyof typeof types)[]).map((kind) => ({
    types: types[kind],
    style: { color: colors[kind] },
  })),
})

/** Code on paper; every color has a contrast of at least 4.5 to 1, on highlighted lines too. */
export const lightCode = createTheme(
  { color: '#13211e', backgroundColor: '#fbfcfc' },
  { quiet: '#5a6a65', word: '#7a4b05', text: '#0d5c52', name: '#27457e', value: '#8a2c4d', gone: '#9c2f1c' },
)

/** The same at night. */
export const darkCode = createTheme(
  { color: '#e8efec', backgroundColor: '#101917' },
  { quiet: '#94a69f', word: '#ddb560', text: '#8fd8c6', name: '#a9c3ee', value: '#eda9bf', gone: '#f29382' },
)
