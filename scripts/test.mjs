// Everything that can fail: unit, contract, storage on both engines, HTTP, command line, and the browser.
// `npm test -- <files>` runs only those node tests.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { e2e } from './e2e.mjs'
import { ensureInstalled, root } from './ensure.mjs'
import { node, run } from './run.mjs'

const only = process.argv.slice(2)
// The grammars that samples for phones are read with.
if (only.length === 0 || only.some((file) => file.includes('examples'))) {
  ensureInstalled(join(root, 'examples'), ['--ignore-scripts'])
}
const files =
  only.length > 0
    ? only
    : globSync(['{apps,packages}/*/{src,test}/**/*.test.ts', '{test,examples/test}/**/*.test.ts'], { cwd: root }).sort()
const unit = run(node, [
  '--test',
  '--test-reporter=./scripts/summary.mjs',
  '--test-reporter-destination=stdout',
  ...files,
])
// A minute where CI runs, a moment where somebody waits for it.
const fuzzed =
  only.length > 0 || run(node, ['packages/webauthn/test/fuzz.ts', '--seconds', process.env.CI ? '60' : '5'])
const browser = only.length > 0 || e2e()
const failed = [!unit && 'node tests', !fuzzed && 'fuzzing', !browser && 'browser tests'].filter(Boolean)
console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
