import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const here = import.meta.dirname
const tests = new Map(
  readdirSync(here)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(here, file), 'utf8')]),
)
const rows = readFileSync(join(here, '../../../docs/webauthn-steps.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!#|-|Format)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

const inside = (cell: string, pattern: RegExp) => [...cell.matchAll(pattern)].map(([, found]) => found!)
const codeFiles = /`([\w/-]+\.(?:test\.)?ts)`/g
const quotedNames = /"([^"]+)"/g

// Inside a literal, because the name of a format or an algorithm may stand before it.
const isNamedIn = (code: string, name: string) => new RegExp(`['"\`][^'"\`\n]*${RegExp.escape(name)}`).test(code)

test('the table of steps is read', () => assert.ok(rows.length > 60, `${rows.length} rows`))

for (const [, number, step, files = '', shown = ''] of rows) {
  test(`step ${number}, ${step}: the files and tests it names exist`, () => {
    for (const file of inside(files, codeFiles))
      assert.ok(existsSync(join(here, '../src', file)), `src/${file} is missing`)
    const named = inside(shown, codeFiles)
    for (const file of named) assert.ok(tests.has(file), `test/${file} is missing`)
    const code = (named.length > 0 ? named : [...tests.keys()]).map((file) => tests.get(file)).join('\n')
    for (const name of inside(shown, quotedNames)) assert.ok(isNamedIn(code, name), `no test is named "${name}"`)
  })
}
