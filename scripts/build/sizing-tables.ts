// Writes the tables of the website's page about sizing from bench/results, or compares them (--check).
import { readFileSync, writeFileSync } from 'node:fs'
import type { GrowthResult } from '@thumbturn/bench/growth/summary.ts'
import { allResults } from '@thumbturn/bench/newest-results.ts'
import type { Latencies } from '@thumbturn/bench/retention/pace.ts'

const page = new URL('../../apps/docs/docs/operate/sizing.mdx', import.meta.url)
const results = allResults()

type Engine = 'sqlite' | 'postgres'
const engines: readonly [Engine, name: string, contestant: string][] = [
  ['sqlite', 'SQLite', 'thumbturn'],
  ['postgres', 'PostgreSQL', 'thumbturn-postgres'],
]

/** The assumptions of the examples; the page says so in words. */
const assumed = { signInsAMonth: 10, busiestHour: 10, use: 0.5 }
const unknown = 'not measured yet'
const secondsAMonth = 30 * 86_400

const written = (value: number, digits = 3) =>
  Number(value.toPrecision(digits)).toLocaleString('en', { maximumFractionDigits: 10 })
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

function writeBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.max(0, Math.floor(Math.log10(bytes) / 3))
  return `${written(bytes / 1_000 ** power, 2)} ${units[power]}`
}

/** The newest sign-ins of a contestant. */
const findSignIns = (contestant: string) =>
  results.flatMap(({ signIns }) => signIns?.results ?? []).find((one) => one.contestant === contestant)

/** The newest figures of one engine, of those that were measured. */
function findCosts(engine: Engine, contestant: string) {
  const measured = findSignIns(contestant)
  const { cpuEach: service, databaseCpuEach: database = 0 } = measured ?? {}
  const sizes = results.flatMap(({ growth = [] }) => growth.toReversed().flatMap((run) => run.sizes))
  const events = results.flatMap(({ retention = [] }) => retention.toReversed().flatMap((run) => run.results))
  return {
    service,
    database,
    user: sizes.find((one) => one.engine === engine)?.bytesPerUser,
    event: events.find((one) => one.engine === engine)?.bytesPerEvent,
  }
}

/** The processor time of the service for a sign-in with two processes, in microseconds. */
const secondProcess = findSignIns('thumbturn-postgres-2')?.cpuEach

const costs = { sqlite: findCosts('sqlite', 'thumbturn'), postgres: findCosts('postgres', 'thumbturn-postgres') }

function writeCosts(): string {
  const row = (title: string, cell: (engine: Engine) => string | number | undefined) => [
    title,
    ...engines.map(([engine]) => String(cell(engine) || unknown)),
  ]
  const rate = (engine: Engine, write: (perSecond: number) => string) =>
    costs[engine].service && write(1e6 / (costs[engine].service + costs[engine].database))
  const month = (perSecond: number) => `${written((perSecond * assumed.use * secondsAMonth) / 1e9, 2)} billion`
  return table(
    ['', ...engines.map(([, name]) => name)],
    [
      row('Processor time of a sign-in: service', (engine) =>
        rate(engine, () => `${written(costs[engine].service!)} µs`),
      ),
      row('Processor time of a sign-in: database server', (engine) =>
        engine === 'sqlite' ? 'none' : rate(engine, () => `${written(costs[engine].database)} µs`),
      ),
      row('Processor time of a sign-in: service, two processes', (engine) =>
        engine === 'sqlite' ? 'one process only' : secondProcess && `${written(secondProcess)} µs`,
      ),
      row('Sign-ins of two processes, compared with one', (engine) =>
        engine === 'sqlite'
          ? 'one process only'
          : secondProcess && rate(engine, () => `${written((2 * costs[engine].service!) / secondProcess, 2)} ×`),
      ),
      row('Sign-ins a second on one vCPU that does nothing else', (engine) => rate(engine, (n) => written(n, 2))),
      row('The same at half use', (engine) => rate(engine, (n) => written(n * assumed.use, 2))),
      row('Sign-ins in a vCPU-month at half use', (engine) => rate(engine, month)),
      row(
        'Database for a user with a passkey and a device',
        (engine) => costs[engine].user && writeBytes(costs[engine].user),
      ),
      row('Database for an event', (engine) => costs[engine].event && writeBytes(costs[engine].event)),
    ],
  )
}

/** `settings`: those of PostgreSQL that aren't its defaults. */
type Run = { results: readonly GrowthResult[]; isQuiet: boolean; settings: string }

/** The runs of an engine, those with the most users first; the rounds of a run took turns. Only on a quiet machine can their rates be compared. */
const listRuns = (engine: Engine): Run[] =>
  results
    .flatMap(({ growth = [] }) => growth.toReversed())
    .map(({ circumstances: { cores, loadAverage, settings = '' }, results: all }) => ({
      results: all.filter((one) => one.engine === engine),
      isQuiet: loadAverage <= cores,
      settings: engine === 'postgres' ? settings : '',
    }))
    .toSorted((one, other) => mostUsers(other) - mostUsers(one))

const findLargestRun = (engine: Engine): Run => listRuns(engine)[0] ?? { results: [], isQuiet: false, settings: '' }

/** The largest run with the default settings, and with each others if the machine was quiet. */
const listLargestRuns = (engine: Engine): Run[] =>
  [...Map.groupBy(listRuns(engine), ({ settings }) => settings).values()]
    .map(([largest]) => largest!)
    .filter(({ results: run, isQuiet, settings }) => run.length > 0 && (isQuiet || settings === ''))
    .toSorted((one, other) => one.settings.length - other.settings.length)

const mostUsers = ({ results: run }: Run) => Math.max(0, ...run.map(({ users }) => users))

/** Without the times of runs on a machine that did other work at the same time. */
function writeGrowth(): string {
  const runs = engines.flatMap(([engine, name]) => listLargestRuns(engine).map((run) => ({ name, ...run })))
  const rows = runs.flatMap(({ name, results: run, isQuiet, settings }) => {
    const compare = (one: GrowthResult, figure: (one: GrowthResult) => number) =>
      `${written(figure(one) / figure(run[0]!), 2)} ×`
    return run.map((one) => ({
      Database: settings === '' ? name : `${name}, \`${settings}\``,
      Users: written(one.users),
      'Processor time of a start': compare(one, ({ startCpuMs }) => startCpuMs),
      ...(isQuiet && {
        'Sign-ins a second': compare(one, ({ signInsPerSecond }) => signInsPerSecond),
        'Processor time per sign-in': compare(
          one,
          ({ cpuPerSignIn, databaseCpuPerSignIn }) => cpuPerSignIn + databaseCpuPerSignIn,
        ),
        'First page': `${written(one.firstPageMs, 2)} ms`,
        'Last page': `${written(one.lastPageMs, 2)} ms`,
        Search: `${written(one.searchMs, 2)} ms`,
      }),
    }))
  })
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return table(
    head,
    rows.map((row) => head.map((title) => (row as Record<string, string>)[title] ?? unknown)),
  )
}

function writeExamples(): string {
  const rows = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9].map((users) => {
    const engine: Engine = users >= 1e8 ? 'postgres' : 'sqlite'
    const { service, database, user, event = costs.sqlite.event } = costs[engine]
    const signIns = users * assumed.signInsAMonth
    const peak = (signIns / secondsAMonth) * assumed.busiestHour
    const countCpus = (microseconds: number) =>
      written(Math.max(1, Math.ceil((peak * microseconds) / 1e6 / assumed.use)))
    const basis = users <= mostUsers(findLargestRun(engine)) ? 'measured' : 'extrapolated'
    return [
      written(users),
      written(signIns),
      peak < 1 ? 'less than 1' : written(peak, 2),
      service ? countCpus(service) : unknown,
      engine === 'sqlite' ? 'none' : service ? countCpus(database) : unknown,
      user ? writeBytes(users * user) : unknown,
      event ? writeBytes(signIns * 12 * event) : unknown,
      engine === 'sqlite' ? 'SQLite' : 'PostgreSQL',
      basis,
    ]
  })
  const head = [
    'Users',
    'Sign-ins a month',
    'A second, at most',
    'vCPUs of nodes',
    'vCPUs of the database server',
    'Data of users',
    'Events of a year',
    'Database',
    'Size',
  ]
  return table(head, rows)
}

/** Of each engine and number of events, the newest run on a quiet machine. */
function writeRetention(): string {
  const runs = results
    .flatMap(({ retention = [] }) => retention.toReversed())
    .filter(({ circumstances: { cores, loadAverage } }) => loadAverage <= cores)
    .flatMap((run) => run.results)
  const newest = [...Map.groupBy(runs, ({ engine, events }) => `${engine} ${events}`).values()].map(([one]) => one!)
  const milliseconds = ({ p99, slowest }: Latencies) => `${written(p99, 2)} ms, ${written(slowest, 2)} ms`
  const rows = engines.flatMap(([engine, name]) =>
    newest
      .filter((one) => one.engine === engine)
      .toSorted((one, other) => one.events - other.events)
      .flatMap(({ events, databaseBytes, retention, backup }) => {
        const first = [name, written(events), writeBytes(databaseBytes)]
        return [
          backup && [
            ...first,
            `a backup, ${written(backup.seconds, 2)} s`,
            milliseconds(backup.before),
            milliseconds(backup.during),
          ],
          retention && [
            ...first,
            `deletion, ${written(retention.deletedPerSecond, 2)} a second`,
            milliseconds(retention.before),
            milliseconds(retention.during),
          ],
        ].filter((row) => row !== undefined)
      }),
  )
  return table(['Database', 'Events', 'Size', 'Work', 'Sign-ins before: p99, slowest', 'During the work'], rows)
}

const tables = { costs: writeCosts, growth: writeGrowth, retention: writeRetention, examples: writeExamples }
const text = readFileSync(page, 'utf8')
let made = text
for (const [name, write] of Object.entries(tables)) {
  const [begin, end] = [`{/* figures: ${name} */}`, '{/* end of figures */}']
  const from = made.indexOf(begin)
  const to = made.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`The page about sizing has no place for the figures: ${begin} … ${end}`)
  made = `${made.slice(0, from)}${begin}\n\n${write()}\n\n${made.slice(to)}`
}
if (!process.argv.includes('--check')) writeFileSync(page, made)
else if (made !== text) {
  console.error('The figures in apps/docs/docs/operate/sizing.mdx do not match bench/results: run npm run emit')
  process.exitCode = 1
}
