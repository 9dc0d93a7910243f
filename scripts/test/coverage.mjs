// Measures which branches tests reach, and fails below the percentage that a group requires (coverage-groups.mjs).
// `npm run coverage` measures the verifier, sessions, codes, and tokens (a minute); `npm run coverage -- verifier` some of them;
// `-- all` the service without its command line, by all tests that start no programs (ten minutes). `--json` prints JSON.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { parseArgs } from 'node:util'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { groups } from './coverage-groups.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !(name in groups))
if (unknown.length > 0) {
  console.error(`No group is called ${unknown.join(', ')}: choose from ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}
const names = positionals.length > 0 ? positionals : Object.keys(groups).filter((name) => name !== 'all')
const chosen = names.map((name) => [name, groups[name]])
const { tests, files } = runTests(
  chosen.flatMap((group) => group[1].tests),
  chosen.flatMap((group) => group[1].sources),
)
const results = chosen.map(([name, group]) => summarize(name, group))
if (values.json) console.log(JSON.stringify({ tests, groups: results }, null, 2))
else results.forEach(print)
process.exitCode = tests.failed === 0 && results.every(({ reached, least }) => reached >= least) ? 0 : 1

/** Runs test files in one process, on SQLite. Returns the branches of each source that was loaded. */
function runTests(globs, sources) {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-coverage-'))
  const file = join(folder, 'coverage.json')
  const args = [
    ...['--test', '--test-isolation=none', '--experimental-test-coverage'],
    ...sources.map((source) => `--test-coverage-include=${source}`),
    ...['--test-reporter=./scripts/test/coverage-reporter.mjs', '--test-reporter-destination=stdout'],
    ...globSync(globs, { cwd: root }).sort(),
  ]
  // Code from the compile cache has no precise counts.
  const env = { TEST_ENGINE: 'sqlite', ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', COVERAGE_FILE: file }
  try {
    spawnSync(node, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env })
    return JSON.parse(readFileSync(file, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function summarize(name, { least, sources }) {
  const own = files.filter(({ path }) => sources.some((glob) => matchesGlob(path, glob)))
  const branches = own.reduce((sum, file) => sum + file.branches, 0)
  const missing = own.filter((file) => file.missing.length > 0).map(({ path, missing: lines }) => ({ path, lines }))
  const missed = missing.reduce((sum, { lines }) => sum + lines.length, 0)
  const reached = branches === 0 ? 0 : Math.floor(((branches - missed) / branches) * 10_000) / 100
  // Files that define only types are never loaded.
  const loaded = new Set(own.map(({ path }) => path))
  const unloaded = globSync(sources, { cwd: root }).filter((path) => !loaded.has(path))
  return { name, files: own.length, unloaded: unloaded.sort(), branches, missed, reached, least, missing }
}

function print({ name, files: count, branches, missed, reached, least, missing }) {
  const verdict = reached >= least ? '' : ` (at least ${least} % required)`
  console.log(`${name}: ${reached} % of the ${branches} branches in ${count} files${verdict}`)
  if (missed > 0) for (const { path, lines } of missing) console.log(`  ${path}:${lines.join(',')}`)
}
