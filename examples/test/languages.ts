import { createRequire } from 'node:module'

/** The part of @ast-grep/napi that these tests use, which is installed in lint/. */
type SyntaxNode = { kind(): string; text(): string; children(): SyntaxNode[]; range(): { start: { line: number } } }

type Parser = {
  parse(language: string, source: string): { root(): SyntaxNode }
  registerDynamicLanguage(languages: Record<string, object>): void
}

const require = createRequire(new URL('../../lint/package.json', import.meta.url))
const { parse, registerDynamicLanguage } = require('@ast-grep/napi') as Parser
const loadLanguages = `prebuilds/${process.platform}-${process.arch}/tree-sitter-objc.node`

registerDynamicLanguage({
  kotlin: require('@ast-grep/lang-kotlin'),
  swift: require('@ast-grep/lang-swift'),
  dart: require('@ast-grep/lang-dart'),
  csharp: require('@ast-grep/lang-csharp'),
  objc: {
    libraryPath: require.resolve('tree-sitter-objc/package.json').replace('package.json', loadLanguages),
    extensions: ['h', 'm'],
    languageSymbol: 'tree_sitter_objc',
  },
})

/** Languages by file extension. */
export const languages: Readonly<Record<string, string>> = {
  kt: 'kotlin',
  swift: 'swift',
  dart: 'dart',
  h: 'objc',
  m: 'objc',
}

/** Syntax errors and missing tokens of a source, as `line: text`. Grammars are not compilers. */
export function findSyntaxErrors(language: string, source: string): string[] {
  // Stand-alone macros, which only the platform's headers define.
  const readable = source.replaceAll(/^NS_ASSUME_NONNULL_(BEGIN|END)$/gm, '')
  return collectErrors(parse(language, readable).root())
}

function collectErrors(node: SyntaxNode): string[] {
  const children = node.children()
  const isMissing = children.length === 0 && node.text() === ''
  if (node.kind() === 'ERROR' || isMissing) return [`${node.range().start.line + 1}: ${node.text() || 'missing'}`]
  return children.flatMap(collectErrors)
}
