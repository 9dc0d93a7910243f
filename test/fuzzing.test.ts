import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'
import { installCoverage, resetCoverage } from '@thumbturn/testkit/fuzzing/coverage.ts'
import { fuzz } from '@thumbturn/testkit/fuzzing/fuzz.ts'
import type { FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { parsers } from '@thumbturn/torture/targets.ts'

const root = resolve(import.meta.dirname, '..')
const { createNumbering, instrument } = (await import(
  join(root, 'scripts/test/fuzz/instrument.ts')
)) as typeof import('../scripts/test/fuzz/instrument.ts')
const coverage = installCoverage()

/** The exports of a source with hooks, and what was counted while it was written. */
async function load<T>(text: string) {
  const numbering = createNumbering()
  const source = instrument({ file: 'sample.ts', text }, numbering)
  const exports = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as T
  return { exports, numbering }
}

const sample = `
export function judge(text: string, limit = 3): string {
  if (text.length > limit) return text[0] === 'a' ? 'a word' : 'long'
  else if (text === '' || text === 'no') throw new RangeError('empty')
  for (const letter of text) if (letter !== 'x') continue
  switch (text) {
    case 'one':
      return 'first'
    default:
      return ((value: string) => value && value.toUpperCase())(text) ?? 'none'
  }
}`

test('a source with hooks does the same as before, and tells which branches it takes', async () => {
  const { exports, numbering } = await load<{ judge: (text: string) => string }>(sample)
  const results = ['abcd', 'bcde', 'one', 'xyz'].map((text) => exports.judge(text))
  assert.deepEqual(results, ['a word', 'long', 'first', 'XYZ'])
  assert.throws(() => exports.judge('no'), RangeError)
  assert.ok(coverage.taken.length < numbering.branches.length)
  assert.ok(numbering.words.has('a word'))
  resetCoverage(coverage)
  exports.judge('abcd')
  assert.deepEqual(
    coverage.taken.map((branch) => numbering.branches[branch]),
    ['sample.ts:2', 'sample.ts:3', 'sample.ts:3'],
  )
})

/** Chance alone would take longer than the age of the universe. */
const hidden = `
export function parse(text: string): boolean {
  const [kind, name = '', size = ''] = text.split(':')
  if (kind !== 'certificate') return false
  if (name !== 'thumbturn') return false
  if (Number(size) === 47_110_815) throw new TypeError('found')
  return true
}`

const createTarget = (run: FuzzTarget['run']): FuzzTarget => ({
  promise: 'it throws nothing',
  sources: [],
  seeds: ['a:b:1'],
  run,
  planted: { without: '', file: '', check: '' },
})

const order = { seed: 1, words: [], corpus: [], watch() {} }

test('the fuzzer finds what only its feedback can lead to, and shortens it', async () => {
  const { exports } = await load<{ parse: (text: string) => boolean }>(hidden)
  const target = createTarget((input) => exports.parse(input.toString()))
  let inputs = 0
  const { finding } = await fuzz(target, { ...order, isOver: () => ++inputs > 2_000_000 }, coverage)
  assert.equal(finding?.input.toString(), 'certificate:thumbturn:47110815')
  assert.match(finding.problem, /^TypeError: found/)
})

test('the same seed leads to the same inputs', async () => {
  const { exports } = await load<{ parse: (text: string) => boolean }>(hidden)
  const run = async () => {
    const inputs: string[] = []
    const target = createTarget((input) => {
      inputs.push(input.toString('hex'))
      return exports.parse(input.toString())
    })
    await fuzz(target, { ...order, isOver: () => inputs.length > 500 }, coverage)
    return inputs
  }
  assert.deepEqual(await run(), await run())
})

test('every parser that is fuzzed is one that T-6b requires', () => {
  const files = globSync('{packages,apps}/*/test/fuzzing/*.target.ts', { cwd: root })
  assert.deepEqual(files.map((file) => basename(file, '.target.ts')).toSorted(), parsers.toSorted())
})
