import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'

type Finding = { line: number; message: string }
type Find = (name: string, source: string) => Promise<Finding[]>

// Its packages are those of lint/, which npm test installs.
const { findTerms } = (await import(resolve(import.meta.dirname, '../lint/terminology/find.mjs'))) as {
  findTerms: Find
}

const listLines = async (name: string, source: string) => (await findTerms(name, source)).map(({ line }) => line)

test('a term is found in prose, with its line and what to use, and not in code', async () => {
  const page = ['# Tokens', '', 'Send an e-mail', 'with `e-mail` in it.', '', '```ts', '// e-mail', '```', ''].join(
    '\n',
  )
  const [found, ...more] = await findTerms('page.md', page)
  assert.deepEqual(found, { line: 3, message: 'Incorrect term: “e-mail”, use “email” instead' })
  assert.deepEqual(more, [])
})

test('a term is found where a line ends within it', async () => {
  assert.deepEqual(await listLines('page.md', 'The caller is\ntold about it.\n'), [1])
})

test('the title and the components of a page are read', async () => {
  const page = '---\ntitle: Behaviour\n---\n\n<Card title="For whoever signs in">\n\nText\n\n</Card>\n'
  assert.deepEqual(await listLines('page.mdx', page), [2, 5])
})

test('comments, strings of several words, and texts of JSX are read, and names are not', async () => {
  const code = [
    '// It is',
    '// told.',
    "import { nobody } from './nobody.ts'",
    '/**',
    ' * For whoever asks.',
    ' */',
    "export const text = 'nobody can sign in'",
    'export const template = `for $' + '{nobody} the catalogue stays`',
    "export const word = 'nobody'",
    'export const View = () => (',
    '  <p>',
    '    Ask somebody.',
    '  </p>',
    ')',
  ].join('\n')
  assert.deepEqual(await listLines('view.tsx', code), [1, 5, 7, 8, 12])
})

test('words that only guides avoid are allowed in comments', async () => {
  assert.deepEqual(await listLines('page.md', 'Just call it.\n'), [1])
  assert.deepEqual(await listLines('code.ts', '// Just call it.\n'), [])
})

test('a comment that opens with a clause is found, and one that opens with Whether is not', async () => {
  const code = ['// What the page sends.', 'run()', '/** Whether it runs. */', 'run()', '/** The fields. */', 'run()']
  assert.deepEqual(await listLines('code.ts', code.join('\n')), [1])
})

test('a type that is named by a participle is found', async () => {
  const code = ['type Given = string', 'interface MfaCompleted {}', 'class Described {}', 'type Feed = string[]']
  assert.deepEqual(await listLines('code.ts', code.join('\n')), [1, 2, 3])
})
