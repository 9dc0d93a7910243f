import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = new URL('../src/doubles/', import.meta.url)
const pairs = globSync('*.ts', { cwd: folder }).flatMap((file) =>
  [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^replaceModule\('(.+)', '(.+)'\)$/gm)].map(
    ([, path = '', double = '']) => ({ path, double }),
  ),
)

// Moved clocks are read from a file when their double is loaded: these are not moved.
const clocks = mkdtempSync(join(tmpdir(), 'thumbturn-clocks-'))
process.env.TORTURE_CLOCKS = join(clocks, 'clocks')
writeFileSync(process.env.TORTURE_CLOCKS, new Uint8Array(1_024))
after(() => rmSync(clocks, { recursive: true }))

/** The names of the values that a module exports. */
const listExports = async (url: string) => Object.keys(await import(url)).toSorted()

for (const { path, double } of pairs)
  test(`${double.slice(2)} has everything that ${path} exports, so that the service starts with it`, async () => {
    const original = await listExports(import.meta.resolve(`@thumbturn/service/${path}`))
    const replaced = await listExports(new URL(double, folder).href)
    assert.deepEqual(
      original.filter((name) => !replaced.includes(name)),
      [],
    )
  })

test('every file that starts a service with a double is among them', () => {
  assert.ok(pairs.length >= 20)
})
