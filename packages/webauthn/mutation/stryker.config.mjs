// Paths are those of the package, where Stryker is started.
import { readdirSync } from 'node:fs'

// Slow, in need of files that are not here, or not about verdicts.
const leftOut = /^(differential|properties|loading|steps|.*-vectors)\.test\.ts$/
const tests = readdirSync('test').filter((file) => file.endsWith('.test.ts') && !leftOut.test(file))

// All files in one process, which ends at the first failure.
const options = '--test --test-isolation=none --test-reporter=./mutation/first-failure.mjs'

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: ['src/**/*.ts'],
  testRunner: 'command',
  commandRunner: { command: `"${process.execPath}" ${options} ${tests.map((file) => `test/${file}`).join(' ')}` },
  coverageAnalysis: 'off',
  concurrency: 2,
  // A run takes a second or two; what takes this long is caught in a loop.
  timeoutMS: 10_000,
  timeoutFactor: 3,
  ignorePatterns: ['bench', 'mutation', '!mutation/first-failure.mjs', '*.md'],
  symlinkNodeModules: false,
  tempDirName: 'mutation/.stryker-tmp',
  cleanTempDir: 'always',
  reporters: ['clear-text', process.stdout.isTTY ? 'progress' : 'progress-append-only', 'json'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: 'mutation/reports/mutation.json' },
  thresholds: { high: 95, low: 90, break: 90 },
}
