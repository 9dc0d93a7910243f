import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { toSpecifier } from '../src/doubles/replace.ts'

const folder = new URL('../src/doubles/', import.meta.url)
const files = globSync('*.ts', { cwd: folder }).map((name) => readFileSync(new URL(name, folder), 'utf8'))
const pairs = files.flatMap((text) =>
  [...text.matchAll(/^replaceModule\('(.+)', '(.+)'\)$/gm)].map(([, path = '', double = '']) => ({ path, double })),
)

// Moved clocks are read from a file when their double is loaded: these are not moved.
const clocks = mkdtempSync(join(tmpdir(), 'thumbturn-clocks-'))
process.env.TORTURE_CLOCKS = join(clocks, 'clocks')
writeFileSync(process.env.TORTURE_CLOCKS, new Uint8Array(1_024))
after(() => rmSync(clocks, { recursive: true }))

/** The names of the values that a module exports. */
const listExports = async (url: string) => Object.keys(await import(url)).toSorted()

for (const { path, double } of pairs)
  test(`${double.slice(2)} has everything that ${path} exports, so that a process starts with it`, async () => {
    const original = await listExports(import.meta.resolve(toSpecifier(path)))
    const replaced = await listExports(new URL(double, folder).href)
    assert.deepEqual(
      original.filter((name) => !replaced.includes(name)),
      [],
    )
  })

test('every call that replaces a file is among them', () => {
  const calls = files.flatMap((text) => text.match(/^\s*replaceModule\(/gm) ?? [])
  assert.ok(pairs.length >= 20)
  assert.equal(calls.length, pairs.length)
})
