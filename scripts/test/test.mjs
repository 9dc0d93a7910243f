// Runs all tests: unit, storage, and HTTP tests on both engines, the command line, and the browser tests.
// `npm test -- sign-in recovery` runs the node tests with one of these words in their path; options go to the runner.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { buildDashboard, buildPages } from '../build/pages.mjs'
import { buildProgram } from '../build/program.mjs'
import { node, runLanes } from '../run/command.mjs'
import { printDurations } from '../run/durations.mjs'
import { ensureInstalled, root } from '../run/install.mjs'
import { listCovered, locateFailures, toNodeLanes } from './lanes.mjs'
import { readList, repeatAlone } from './second-attempt.mjs'
import { useTemporaryFolder } from './temporary-folder.mjs'

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const isWhole = words.length === 0 && options.length === 0
const files = globSync(
  '{apps/*/test,packages/*/test,test,harness/test,examples/test,bench/contestants/test,torture/test}/**/*.test.ts',
  {
    cwd: root,
  },
)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`)
  process.exit(2)
}
// Some tests need the grammars that parse mobile samples, and the linter of terms.
if (files.some((file) => /^examples|^test\/terms/.test(file))) {
  ensureInstalled(join(root, 'lint'), ['--ignore-scripts'])
}
// The exports of other products are tested with these products.
if (files.some((file) => file.startsWith('bench/'))) {
  ensureInstalled(join(root, 'bench/contestants'), ['--ignore-scripts'])
}
useTemporaryFolder()
const { startPostgres, PostgresUnavailable } = await import('@thumbturn/service-harness/postgres.ts')
// One server for all files; if there are only a few, they start their own. Without PostgreSQL, each file reports that it skips.
const few = 5
const postgres = files.length > few ? await startPostgres().catch(unlessUnavailable) : undefined
const failed = []
const env = {
  ...process.env,
  ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
  // See anyEngine in the harness.
  ...(!isWhole && { TEST_EVERY_ENGINE: '1' }),
  // Starting it takes half the time of a start from source.
  ...(isWhole && { TEST_PROGRAM: buildProgram() }),
}
// Coverage runs the others of the verifier.
const covered = isWhole ? listCovered() : new Set()
const lanes = toNodeLanes(
  files.filter((file) => !covered.has(file)),
  { env, options },
)
const browserTests = 'browser tests'
const browserArguments = ['scripts/test/e2e.mjs', '--retries=1']
// Browser tests often wait, so they run together with the node tests. All of them use the same pages.
if (isWhole) {
  if (!buildPages() || !buildDashboard()) failed.push('pages')
  lanes.push([
    [browserTests, node, browserArguments, { env: { ...env, FAILED_FILES: locateFailures(browserTests) } }],
    ['coverage', node, ['scripts/test/coverage.mjs', 'verifier']],
  ])
}
const failedLanes = await runLanes(lanes)
const unstable = isWhole && failedLanes.length > 0 ? repeatAlone(failedLanes.map(locateFailures), { env }) : undefined
if (unstable === undefined) failed.push(...failedLanes)
await postgres?.stop()
printDurations()
if (unstable) console.log(`\nUnstable, as they passed only when they ran again, alone:\n${unstable.join('\n')}`)
const places = failedLanes.flatMap((lane) => readList(locateFailures(lane)))
const outcome = failed.length === 0 ? ['Everything passed.'] : [`Failed: ${failed.join(', ')}.`, ...places]
console.log(`\n${outcome.join('\n')}`)
process.exitCode = failed.length === 0 ? 0 : 1

function unlessUnavailable(error) {
  if (!(error instanceof PostgresUnavailable)) throw error
}
