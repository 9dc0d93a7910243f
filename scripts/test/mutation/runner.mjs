import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../../run/command.mjs'
import { root } from '../../run/install.mjs'
import { runEach } from './run-each.mjs'

// A run that takes this much longer than usual is caught in a loop, even on a busy machine.
const patienceMs = 20_000
// Files that take less than this many times as long as the fastest one are run together first.
const quickFactor = 3

/**
 * Measures once which mutants each test file reaches. A mutant is then tested by the files that reach it.
 * @throws Error if a test fails without a mutant
 */
export async function createRunner({ file, tests, folder }) {
  const measured = await runEach(tests, (test, i) =>
    measure({ file, coverage: join(folder, `reached-${i}.json`), test }),
  )
  const quickMs = quickFactor * Math.min(...measured.map(({ ms }) => ms))
  return {
    async test({ id }) {
      const reaching = measured.filter(({ reached }) => reached.has(id))
      const quick = reaching.filter(({ ms }) => ms < quickMs)
      const slow = reaching.filter(({ ms }) => ms >= quickMs).sort((a, b) => a.ms - b.ms)
      for (const stage of [quick, ...slow.map((one) => [one])]) {
        const verdict = stage.length === 0 ? 'survived' : await runStage({ file, id, stage })
        if (verdict !== 'survived') return verdict
      }
      return 'survived'
    },
  }
}

async function measure({ file, coverage, test }) {
  const start = performance.now()
  const code = await run([test], { MUTATION_FILES: file, MUTATION_COVERAGE: coverage }).ended
  if (code !== 0 || !existsSync(coverage)) throw new Error(`${test} fails without a change`)
  return { test, ms: performance.now() - start, reached: new Set(JSON.parse(readFileSync(coverage, 'utf8'))) }
}

async function runStage({ file, id, stage }) {
  const { child, ended } = run(
    stage.map(({ test }) => test),
    { MUTATION_FILES: file, __STRYKER_ACTIVE_MUTANT__: id },
  )
  let isLate = false
  const usual = stage.reduce((sum, { ms }) => sum + ms, 0)
  const limit = setTimeout(
    () => {
      isLate = true
      child.kill('SIGKILL')
    },
    patienceMs + 5 * usual,
  )
  const code = await ended
  clearTimeout(limit)
  if (isLate) return 'timed out'
  return code === 0 ? 'survived' : 'killed'
}

function run(tests, environment) {
  const args = [
    ...['--import', './scripts/test/mutation/load.mjs', '--test', '--test-isolation=none'],
    ...['--test-reporter=./scripts/test/mutation/first-failure.mjs', '--test-reporter-destination=stdout', ...tests],
  ]
  const env = { TEST_ENGINE: 'sqlite', ...process.env, ...environment }
  const child = spawn(node, args, { cwd: root, stdio: 'ignore', env })
  return { child, ended: once(child, 'exit').then(([code]) => code) }
}
