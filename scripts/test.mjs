// Everything that can fail: unit, contract, storage on both engines, HTTP, command line, and the browser.
// `npm test -- <files>` runs only those node tests.
import { globSync } from 'node:fs'
import { e2e } from './e2e.mjs'
import { root } from './ensure.mjs'
import { node, run } from './run.mjs'

const only = process.argv.slice(2)
const files =
  only.length > 0
    ? only
    : globSync(['{apps,packages}/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).sort()
const unit = run(node, [
  '--test',
  '--test-reporter=./scripts/summary.mjs',
  '--test-reporter-destination=stdout',
  ...files,
])
const browser = only.length > 0 || e2e()
console.log(
  unit && browser
    ? '\nEverything passed.'
    : `\nFailed: ${[!unit && 'node tests', !browser && 'browser tests'].filter(Boolean).join(', ')}.`,
)
process.exitCode = unit && browser ? 0 : 1
