import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'

const { repeatAlone } = await import(resolve(import.meta.dirname, '../scripts/test/second-attempt.mjs'))

const folder = mkdtempSync(join(tmpdir(), 'thumbturn-second-attempt-'))
after(() => rmSync(folder, { recursive: true }))

// Inside a test, Node's runner would report to the runner that started it.
const { NODE_TEST_CONTEXT, ...env } = process.env
const options = { env, stdio: 'ignore' }

/** Writes a file with one test, and returns its path. */
function writeTest(name: string, body: string) {
  const path = join(folder, `${name}.test.mjs`)
  writeFileSync(path, `import { test } from 'node:test'\ntest(${JSON.stringify(name)}, () => {${body}})\n`)
  return path
}

/** Writes what the reporter of a lane writes: the files in which tests failed. */
function writeList(name: string, files: readonly string[]) {
  const path = join(folder, name)
  writeFileSync(path, files.join('\n'))
  return path
}

const passing = writeTest('passes', '')
const failing = writeTest('fails', `throw new Error('expected')`)

test('a file that passes alone is unstable, and fails no run', () => {
  const unstable = repeatAlone([writeList('one', [passing])], options)
  assert.equal(unstable?.length, 1)
  assert.match(unstable[0] ?? '', /passes\.test\.mjs$/)
})

test('a file that fails again fails the run', () => {
  assert.equal(repeatAlone([writeList('two', [passing, failing])], options), undefined)
})

test('a lane that ends without naming a file fails the run', () => {
  assert.equal(repeatAlone([writeList('three', [passing]), writeList('none', [])], options), undefined)
  assert.equal(repeatAlone([join(folder, 'missing')], options), undefined)
})

test('failures in more than three files fail the run', () => {
  const four = ['a', 'b', 'c', 'd'].map((name) => writeTest(name, ''))
  assert.equal(repeatAlone([writeList('four', four)], options), undefined)
})
