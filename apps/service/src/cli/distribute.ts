import { Command } from '@commander-js/extra-typings'
import {
  type Distribution,
  distributeTables,
  inspectDistribution,
  type PlacedTable,
} from '../maintenance/distribute.ts'
import type { Cli } from './cli.ts'
import { count, show, table } from './output.ts'
import { createCounter } from './progress.ts'
import { withInterrupt } from './stopping.ts'

export const createDistributeCommand = (cli: Cli) =>
  new Command('distribute')
    .description('Distribute the tables over the workers of a PostgreSQL database with the extension Citus')
    .option('--dry-run', 'list where each table is and goes, and write nothing; the exit code is 1 if one is missing')
    .addHelpText('after', explanation)
    .action(async ({ dryRun = false }) => {
      const config = cli.config()
      const found = await inspectDistribution(config)
      const missing = found.tables.filter(({ isPlaced }) => !isPlaced)
      if (dryRun) {
        cli.terminal.setExitCode(missing.length > 0 ? 1 : 0)
        return show(cli.output, found, () => describeFound(found))
      }
      const counter = createCounter()
      const distribute = (signal: AbortSignal) =>
        distributeTables(config, {
          signal,
          onProgress: ({ table: name, done, total }) => counter.show(`Table ${done + 1} of ${total}: ${name}`),
        })
      const distributed = await withInterrupt(distribute).finally(counter.clear)
      show(cli.output, { workers: found.workers, distributed }, () => describeDone(found, distributed))
    })

const explanation = `
Stop every node first, and make a backup: each table is locked until its rows are copied. DATABASE_URL
leads to the coordinator, to which the workers were added. What users and their sign-ins write goes to
the workers, the rows of one application together; what administers applications stays on the
coordinator. Tables that are distributed already are skipped, so an interrupted run resumes, and
tables of a later release follow.
`

const placements = {
  application: 'workers, by application',
  coordinator: 'coordinator',
} as const

function describeFound({ workers, tables }: Distribution): string {
  const missing = tables.filter(({ isPlaced }) => !isPlaced).length
  const sentence =
    missing === 0
      ? `Every table is where it belongs, on ${count(workers, 'worker')}.`
      : `${count(missing, 'table')} would be distributed over ${count(workers, 'worker')}.`
  return [tabulate(tables), '', sentence].join('\n')
}

function describeDone({ workers, tables }: Distribution, distributed: readonly string[]): string {
  if (distributed.length === 0) return `Every table is where it belongs, on ${count(workers, 'worker')}.`
  const shown = tables.filter(({ table: name }) => distributed.includes(name))
  const lines = tabulate(shown.map((one) => ({ ...one, isPlaced: true })))
  return [lines, '', `Distributed ${count(distributed.length, 'table')} over ${count(workers, 'worker')}.`].join('\n')
}

const tabulate = (tables: readonly PlacedTable[]) =>
  table(
    ['Table', 'Belongs on', 'Is there', 'kB on the coordinator'],
    tables.map(({ table: name, placement, isPlaced, bytes }) => [
      name,
      placements[placement],
      isPlaced ? 'yes' : 'no',
      Math.round(bytes / 1000).toLocaleString('en'),
    ]),
  )
