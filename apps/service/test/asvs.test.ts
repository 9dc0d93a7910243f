import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8')

/** The level of each requirement of OWASP ASVS 5.0.0, by ID. */
const levels = new Map(
  readFileSync(join(import.meta.dirname, 'asvs-5.0.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',') as [string, string]),
)

/** `6.2.1, 6.2.2`, or `17.*` for all that begin with `17.`. */
const expand = (cell: string) =>
  cell
    .split(', ')
    .flatMap((id) => (id.endsWith('.*') ? [...levels.keys()].filter((one) => one.startsWith(id.slice(0, -1))) : [id]))

const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.(\d+\.)?[\d*]/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, ids = '', level = '', subject = '', shown = '']) => ({ ids: expand(ids), level, subject, shown }))

const kinds = [
  ['not met, whole or in part', /\*\*Not met\*\*/],
  ['shown by tests', /\.ts`/],
  ['not applicable', /^\*\*Not applicable\*\*: ./],
  ['up to the operator', /\*\*Operator\*\*: ./],
  ['documented', /\*\*Documented\*\*: ./],
  ['explained by a reason', /^\*\*Reason\*\*: ./],
] as const

const findKind = (shown: string) => kinds.find(([, pattern]) => pattern.test(shown))?.[0]

test('every requirement of the standard is on the page once, with its level', () => {
  assert.deepEqual(
    rows.flatMap(({ ids }) => ids).toSorted((a, b) => a.localeCompare(b)),
    [...levels.keys()].toSorted((a, b) => a.localeCompare(b)),
  )
  for (const { ids, level } of rows)
    assert.equal(level, [...new Set(ids.map((id) => levels.get(id)))].toSorted().join(', '), ids.join())
})

test('every requirement is shown by tests, or says why it is not, and the figures of the page follow', () => {
  const counts = new Map<string, number>()
  for (const { ids, shown } of rows) {
    const kind = findKind(shown)
    assert.ok(kind, `${ids.join()}: ${shown}`)
    counts.set(kind, (counts.get(kind) ?? 0) + ids.length)
  }
  for (const [kind, count] of [...counts, ['all', levels.size] as const])
    assert.ok(page.includes(`| ${kind} | ${count} |`), `${kind}: ${count}`)
})

for (const { ids, shown } of rows.filter(({ shown }) => shown.includes('.ts`'))) {
  test(`the tests of ASVS ${ids.join(', ')} exist`, () => {
    for (const [, file = '', quoted = ''] of shown.matchAll(/`([\w./-]+\.ts)`([^`]*)/g)) {
      assert.ok(existsSync(join(root, file)), `${file} does not exist`)
      const code = readFileSync(join(root, file), 'utf8')
      const titles = [...quoted.matchAll(/"([^"]+)"/g)].map(([, title]) => title!)
      assert.ok(titles.length > 0, `no test of ${file} is quoted`)
      for (const title of titles)
        assert.match(code, new RegExp(`['"\`][^\\n]*${RegExp.escape(title)}`), `${file} has no test "${title}"`)
    }
  })
}
