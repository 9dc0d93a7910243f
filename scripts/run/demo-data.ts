// Fills an application with made-up users and a year of events: npm run demo-data -- --help
import { parseArgs } from 'node:util'
import { createCounter } from '@thumbturn/service/cli/progress.ts'
import { withInterrupt } from '@thumbturn/service/cli/stopping.ts'
import { loadConfig } from '@thumbturn/service/config.ts'
import { openInstallation } from '@thumbturn/service/installation.ts'
import { writeDemoData } from './demo-data/write.ts'

const help = `npm run demo-data -- [options]

Fills an application with made-up users, passkeys, devices, and events, for
screenshots, trials, and benchmarks. The same options make the same data. Press
Ctrl+C to interrupt it; run it again to continue. The passkeys belong to no
authenticator, so they can't be used.

  --app <id>        the application, created if it doesn't exist (default: sample)
  --users <n>       how many users (default: 2000)
  --days <n>        how many days until the last one (default: 365)
  --events <n>      roughly how many events (default: 100000)
  --until <day>     the last day, such as 2026-11-22 (default: yesterday)
  --seed <n>        another seed makes other data (default: 1)
  --json            print the result as JSON
  --help            show this help

Settings of the installation come from the environment, as for npm start.
`

const { values } = parseArgs({
  options: {
    app: { type: 'string', default: 'sample' },
    users: { type: 'string', default: '2000' },
    days: { type: 'string', default: '365' },
    events: { type: 'string', default: '100000' },
    until: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const dayMs = 86_400_000
const yesterday = () => new Date(Date.now() - dayMs).toISOString().slice(0, 10)

function readCount(name: 'users' | 'days' | 'events' | 'seed'): number {
  const count = Number(values[name])
  if (Number.isInteger(count) && count >= 1) return count
  throw new Error(`--${name} must be a whole number from 1 on`)
}

function readDay(text: string): number {
  const day = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(day)) throw new Error('--until must be a day such as 2026-11-22')
  return day
}

async function run() {
  const request = {
    appId: values.app,
    users: readCount('users'),
    days: readCount('days'),
    events: readCount('events'),
    seed: readCount('seed'),
    lastDay: readDay(values.until ?? yesterday()),
  }
  const core = await openInstallation(loadConfig(process.env))
  const counter = createCounter()
  const write = (signal: AbortSignal) =>
    writeDemoData(core, {
      ...request,
      signal,
      onProgress: ({ day, days, events, counted }) =>
        counter.show(`Day ${day} of ${days}: ${events} events, ${counted} counted`),
    })
  const summary = await withInterrupt(write)
    .finally(counter.clear)
    .finally(() => core.store.close())
  const { application, users, events, counted, finished } = summary
  const text = `${finished ? 'Done' : 'Interrupted; run it again to continue'}: ${users} users and ${events} events added to ${application}, ${counted} events counted`
  process.stdout.write(`${values.json ? JSON.stringify(summary) : text}\n`)
  process.exitCode = finished ? 0 : 130
}

if (values.help) process.stdout.write(help)
else
  await run().catch((error: Error) => {
    process.stderr.write(`${values.json ? JSON.stringify({ error: error.message }) : error.message}\n`)
    process.exitCode = 2
  })
