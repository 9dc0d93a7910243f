import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const rows = readFileSync(join(root, 'docs/threats.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!What|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** Parses `file` "name", "name"; `file` …: each file, followed by the quoted names of its tests. */
const namedIn = (cell: string) =>
  [...cell.matchAll(/`([\w./-]+\.(?:ts|py|go|java))`([^`]*)/g)].map(([, file = '', quoted = '']) => ({
    file,
    names: [...quoted.matchAll(/"([^"]+)"/g)].map(([, name]) => name!),
  }))

/** In TypeScript and Java inside a literal, because a title can contain the name of a user or an operation; otherwise a function. */
const titlePattern = (file: string, name: string) =>
  /\.(ts|java)$/.test(file)
    ? new RegExp(`['"\`][^\\n]*${RegExp.escape(name)}`)
    : new RegExp(`^(?:def|func) ${name}\\(`, 'm')

test("the table of threats isn't empty", () => assert.ok(rows.length > 55, `${rows.length} rows`))

for (const [, what = '', shown = ''] of rows) {
  test(`threat: ${what}: its tests exist`, () => {
    const found = namedIn(shown)
    assert.ok(found.length > 0, 'no test is named')
    for (const { file, names } of found) {
      assert.ok(existsSync(join(root, file)), `${file} no longer exists`)
      assert.ok(names.length > 0, `no test of ${file} is named`)
      const code = readFileSync(join(root, file), 'utf8')
      for (const name of names) assert.match(code, titlePattern(file, name), `no test of ${file} is named "${name}"`)
    }
  })
}
