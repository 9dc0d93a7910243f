import { join } from 'node:path'
import { run } from 'node:test'
import type { Plan } from './installation.ts'
import type { Findings, Order } from './run.ts'
import { type Preload, root } from './suites/run-suite.ts'
import type { Torture } from './torture.ts'

type Survey = Pick<Torture, 'target' | 'summary'> & {
  /** Test files, from the root. */
  files: readonly string[]
  /** What must be in the name of a test that passes, each. */
  rows?: () => readonly string[]
  /** With `files`, it runs only these, as the others take minutes or have nothing to catch. */
  control: { without: string; preload: Preload; files?: readonly string[] }
}

const suites = { engine: 'sqlite', nodes: 1, label: 'test suites' } as const

/** A target that ordinary tests show: a round runs all of their files, and the control runs them with a double. */
export const createSurvey = ({ target, summary, files, rows, control }: Survey): Torture => ({
  ...{ target, summary },
  variants: [suites],
  rounds: 1,
  plan: {},
  controls: [{ ...suites, without: control.without, plan: { preload: control.preload } }],
  async run(plan, order) {
    const { passed, ...findings } = await runSuites(
      plan.preload === undefined ? files : (control.files ?? files),
      plan,
      order,
    )
    return rows ? addRows(findings, rows(), passed) : findings
  },
})

/** Counts the rows that a passing test has in its name. A row without one is a violation. */
function addRows(findings: Findings, rows: readonly string[], passed: readonly string[]): Findings {
  const named = new Set(passed.flatMap((name) => rows.filter((row) => new RegExp(`${row}(?!\\d)`).test(name))))
  const missing = rows.filter((row) => !named.has(row))
  return {
    ...findings,
    figures: { ...findings.figures, rows: named.size, rowsWithoutTest: missing.length },
    violations: [...findings.violations, ...missing.map((row) => `no test of ${row} passed`)],
  }
}

/** Runs the files one after another, on both engines, and lists the tests that passed. A test that is skipped shows nothing, so it counts as a violation. */
export async function runSuites(
  files: readonly string[],
  { preload }: Pick<Plan, 'preload'>,
  { signal, progress }: Pick<Order, 'signal' | 'progress'>,
): Promise<Findings & { passed: readonly string[] }> {
  const figures = { tests: 0, failedTests: 0, skippedTests: 0 }
  const violations: string[] = []
  const passed: string[] = []
  const stream = run({
    files: files.map((file) => join(root, file)),
    concurrency: false,
    signal,
    execArgv: preload ? ['--import', new URL(`doubles/${preload}.ts`, import.meta.url).href] : [],
    env: { ...process.env, TEST_EVERY_ENGINE: '1' },
  })
  for await (const { type, data } of stream) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue
    const outcome = type === 'test:fail' ? 'failedTests' : data.skip === undefined ? 'tests' : 'skippedTests'
    figures[outcome]++
    if (outcome === 'tests') passed.push(data.name)
    else violations.push(`${outcome === 'failedTests' ? 'failed' : 'skipped'}: ${data.name}`)
    progress(`${figures.tests} tests passed, ${violations.length} did not`)
  }
  if (figures.tests === 0) violations.push('no test passed')
  return { rounds: 1, figures, violations, passed }
}
