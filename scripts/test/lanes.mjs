// The test files that share a process, and the processes that run at the same time.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { groups } from './coverage-groups.mjs'

/** Tests that start programs. They often wait, so they share a process in a lane of their own. */
const startsPrograms = /^apps\/service\/test\/(cli|outages|observability)\/|rsyslog\.test\.ts$/

/** Tests that change their own process: its environment, its timers, or the certificates that it trusts. */
const ownProcess =
  /^(test|torture|examples|apps\/docs)\/|(authorities|samples|migrate|channels|deliveries|doctor-production|timers|client-documents)\.test\.ts$/

export const reporter = ['--test-reporter=./scripts/test/summary.mjs', '--test-reporter-destination=stdout']

/** Where the reporter of a lane lists the files with failures. */
export const locateFailures = (lane) => join(process.env.TMPDIR, `failed ${lane}`)

/** The files that `coverage.mjs verifier` runs, and whose failures it reports, too. */
export const listCovered = () => new Set(globSync(groups.verifier.tests, { cwd: root }))

/** A test that waits forever fails with its name after five minutes, and runs again alone, instead of stopping the whole run. */
const ownProcesses = ['--test-concurrency=1', '--test-timeout=300000', '--test-force-exit']

/** Everything that the files of a process create is young; with the default of 16 MB, collecting it takes a tenth of the time. */
const sharingProcess = ['--max-semi-space-size=32', '--test-isolation=none']

/**
 * Lanes of Node's test runner for these files. Most files share three processes, one for each core and one for when the tests that
 * start programs have ended: they keep no state outside their services, and a process for each would load and compile the same
 * modules again, which takes half of the time. `--test-shard` makes equal parts only, but the third process has less time than the others.
 */
export function toNodeLanes(files, { env, options }) {
  const toLane = (name, how, chosen) => {
    const args = ['--test', ...how, ...reporter, ...options, ...chosen]
    return chosen.length === 0 ? [] : [[name, node, args, { env: { ...env, FAILED_FILES: locateFailures(name) } }]]
  }
  const others = files.filter((file) => !ownProcess.test(file))
  const sharing = others.filter((file) => !startsPrograms.test(file))
  const inTurn = (...turns) => sharing.filter((_, index) => turns.includes(index % 7))
  const programs = others.filter((file) => startsPrograms.test(file))
  return [
    toLane('node tests 1', sharingProcess, inTurn(0, 1, 2)),
    toLane('node tests 2', sharingProcess, inTurn(3, 4, 5)),
    [
      ...toLane('node tests with programs', sharingProcess, programs),
      ...toLane('node tests 3', sharingProcess, inTurn(6)),
    ],
    toLane(
      'node tests in processes of their own',
      ownProcesses,
      files.filter((file) => ownProcess.test(file)),
    ),
  ]
}
