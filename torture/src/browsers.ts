import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from './installation.ts'
import type { Figures, Findings, Order } from './run.ts'
import { root } from './suites/run-suite.ts'
import type { Torture } from './torture.ts'

/** What Playwright's JSON says about a test, as far as it is read here. */
type Test = {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  annotations: readonly { type: string; description?: string }[]
}
type Suite = { suites?: readonly Suite[]; specs?: readonly { title: string; tests: readonly Test[] }[] }
type Cell = { title: string } & Test

const variant = { engine: 'sqlite', nodes: 1, label: 'Chromium and Firefox' } as const

export const browsers: Torture = {
  target: 'T-24',
  summary: 'runs every flow with every kind of virtual authenticator',
  variants: [variant],
  rounds: 1,
  plan: {},
  controls: [
    {
      ...variant,
      label: 'Chromium',
      without: 'looking at whether the authenticator verified its user',
      plan: { preload: 'optional-user-verification' },
    },
  ],
  run: (plan, order) => runBrowsers(plan, order),
}

/** Runs e2e/authenticators. A control runs only the cells of authenticators that don't verify their user. */
async function runBrowsers({ preload }: Plan, order: Order): Promise<Findings> {
  const cells = await runCells(preload, order)
  if (order.signal.aborted) return { rounds: 0, figures: {}, violations: [] }
  const failed = cells.filter(({ status }) => status !== 'expected')
  const violations = failed.map(({ title, status }) => `${status === 'skipped' ? 'skipped' : 'failed'}: ${title}`)
  if (cells.length === 0) violations.push('no cell ran')
  return { rounds: 1, figures: collectFigures(cells, failed.length), violations }
}

async function runCells(preload: string | undefined, { signal, progress }: Order): Promise<readonly Cell[]> {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-browsers-'))
  const file = join(folder, 'report.json')
  const only = preload ? ['chromium.spec', '-g', 'strict: an authenticator without the UV flag'] : []
  // A double replaces a source, so its service doesn't run from the bundle.
  const double = preload && {
    AUTHENTICATORS_PRELOAD: new URL(`doubles/${preload}.ts`, import.meta.url).href,
    TEST_PROGRAM: undefined,
  }
  const child = spawn(
    process.execPath,
    ['scripts/test/authenticators-test.mjs', '--reporter=json', `--output=${folder}`, ...only],
    {
      cwd: root,
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...double },
      stdio: 'ignore',
    },
  )
  progress('browsers run')
  signal.addEventListener('abort', () => child.kill())
  try {
    await once(child, 'exit')
    if (signal.aborted) return []
    return listCells(JSON.parse(readFileSync(file, 'utf8')) as Suite)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const listCells = ({ suites = [], specs = [] }: Suite): Cell[] => [
  ...specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, title }))),
  ...suites.flatMap(listCells),
]

function collectFigures(cells: readonly Cell[], failedCells: number): Figures {
  const find = (wanted: string) => new Set(cells.flatMap(({ annotations }) => readAnnotations(annotations, wanted)))
  const versions = [...find('browser')].map((browser) => browser.split(' '))
  return {
    cells: cells.length - failedCells,
    failedCells,
    profiles: find('profile').size,
    flows: find('flow').size,
    ...Object.fromEntries(
      versions.map(([name, version]) => [`${name!.toLowerCase()}Version`, Number.parseInt(version!, 10)]),
    ),
  }
}

const readAnnotations = (annotations: Test['annotations'], wanted: string) =>
  annotations.filter(({ type }) => type === wanted).map(({ description = '' }) => description)
