import { globSync } from 'node:fs'
import { type Preload, root, runSuite } from '../common/run-suite.ts'
import { type Findings, type Order, randomFor } from '../run.ts'
import type { Torture } from '../torture.ts'
import type { SecretNotes } from './secrets/leaks.ts'

const node = { engine: 'sqlite', nodes: 1 } as const

/** T-25, in the processes of ordinary suites. */
export const secrets: Torture = {
  target: 'T-25',
  summary: 'searches logs and database for every secret of the test suites',
  variants: [node],
  rounds: 1_000,
  cores: 2,
  plan: {},
  controls: [
    { ...node, without: 'keeping responses out of the log', plan: { preload: 'logged-responses' } },
    { ...node, without: 'hashing codes', plan: { preload: 'stored-codes' } },
  ],
  run: ({ preload = 'recorded-secrets' }, order) => runSecretSearch(preload, order),
}

/**
 * `bodies` sends one made-up text in every field, of secrets and of names, so that it is also where names are; `log-level`
 * expects the level that tests have otherwise.
 */
const excluded = /\/(bodies|log-level)\.test\.ts$/

/** The suites that call the service over HTTP, in the order of the seed, and those that send codes first. */
function listSuites(order: Order): string[] {
  const random = randomFor(order)
  const sendsCodes = (file: string) => /\/codes\.test\.ts$/.test(file)
  return globSync('apps/service/test/http/**/*.test.ts', { cwd: root })
    .toSorted()
    .filter((file) => !excluded.test(file))
    .map((file) => ({ file, at: sendsCodes(file) ? -1 : random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ file }) => file)
}

/**
 * Runs whole suites, two at a time and regardless of the time that is given: the target is about all of them. A control
 * ends with its first leak.
 */
export async function runSecretSearch(preload: Preload, order: Order, suites = listSuites(order)): Promise<Findings> {
  const isControl = preload !== 'recorded-secrets'
  const waiting = suites.slice(0, order.rounds)
  const found: SuiteFindings[] = []
  const runNext = async (): Promise<void> => {
    const suite = waiting.shift()
    if (suite === undefined || order.signal.aborted || (isControl && found.some(({ leaks }) => leaks.length > 0)))
      return
    found.push(await searchSuite(suite, preload))
    order.progress(`${found.length} of ${suites.length} suites, ${sum(found, 'secrets')} secrets`)
    return runNext()
  }
  await Promise.all([runNext(), runNext()])
  const failed = found.filter(({ passed }) => !passed)
  const leaks = found.flatMap((one) => one.leaks)
  return {
    rounds: found.length,
    violations: [...leaks, ...failed.map(({ suite }) => `${suite}: tests fail`)],
    figures: {
      suites: found.length,
      failedSuites: failed.length,
      secrets: sum(found, 'secrets'),
      searchedMegabytes: Math.round(sum(found, 'searchedBytes') / 1e6),
      leaks: leaks.length,
    },
  }
}

type SuiteFindings = { suite: string; passed: boolean; secrets: number; searchedBytes: number; leaks: string[] }

async function searchSuite(suite: string, preload: Preload): Promise<SuiteFindings> {
  const { notes, passed } = await runSuite<SecretNotes>(suite, preload)
  return {
    suite,
    passed,
    secrets: notes.flatMap((one) => Object.values(one.secrets)).reduce((total, count) => total + count, 0),
    searchedBytes: notes.reduce((total, one) => total + one.searchedBytes, 0),
    leaks: notes.flatMap((one) => one.leaks.map((leak) => `${suite}: ${leak}`)),
  }
}

const sum = (found: readonly SuiteFindings[], figure: 'secrets' | 'searchedBytes') =>
  found.reduce((total, one) => total + one[figure], 0)
