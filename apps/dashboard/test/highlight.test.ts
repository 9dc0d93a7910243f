import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { highlight, type Language } from '../src/ui/highlight.ts'

const readExample = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/${file}`, import.meta.url)), 'utf8')

for (const [file, language] of [
  ['web/get-started.ts', 'typescript'],
  ['web/react.tsx', 'typescript'],
  ['web/elements.html', 'typescript'],
  ['node/sdk/next-route.ts', 'typescript'],
  ['shell/backend.sh', 'shell'],
] as const) {
  test(`${file} loses nothing to its colors`, () => {
    const code = readExample(file)
    const lines = highlight(code, language).map((line) => line.map(({ text }) => text).join(''))
    assert.equal(lines.join('\n'), code)
  })
}

for (const [code, language, text, kind] of [
  ["import { Thumbturn } from '@thumbturn/web'", 'typescript', 'import', 'word'],
  ["import { Thumbturn } from '@thumbturn/web'", 'typescript', "'@thumbturn/web'", 'text'],
  ['await sign() // sign in', 'typescript', '// sign in', 'quiet'],
  ['<p>Don’t</p>', 'typescript', 'Don’t', undefined],
  ['curl -u "$KEY:" # a key', 'shell', '"$KEY:"', 'text'],
  ['curl -u "$KEY:" # a key', 'shell', '# a key', 'quiet'],
] as const satisfies readonly [string, Language, string, string | undefined][]) {
  test(`${text} in ${code} is ${kind ?? 'plain'}`, () => {
    const parts = highlight(code, language).flat()
    assert.equal(parts.find((part) => part.text.trim() === text)?.kind, kind)
  })
}
