import { Command } from '@commander-js/extra-typings'
import { type CopiedTable, type CopyProgress, copyInstallation } from '../maintenance/move.ts'
import type { Cli } from './cli.ts'
import { show, table } from './output.ts'
import { createCounter } from './progress.ts'
import { withInterrupt } from './stopping.ts'

export const createMigrateCommand = (cli: Cli) =>
  new Command('migrate')
    .description('Copy everything to another database, including between SQLite and PostgreSQL')
    .requiredOption('--to <url>', 'the URL of an empty database: postgres://… or sqlite:…')
    .addHelpText('after', explanation)
    .action(async ({ to }) => {
      const config = cli.config()
      const counter = createCounter()
      const onProgress = (progress: CopyProgress) => counter.show(describeProgress(progress))
      const copy = (signal: AbortSignal) => copyInstallation(config, { to, signal, onProgress })
      const copied = await withInterrupt(copy).finally(counter.clear)
      show(cli.output, { tables: copied }, () => describe(copied))
    })

const explanation = `
Copies from the database in DATABASE_URL, which stays as it is. Stop every node of the service first. The copy is verified
table by table; if it is interrupted, run it again to resume. Then set DATABASE_URL to the new URL, keep the master key,
and start the service. A password in a URL is visible to other users of the machine: leave it to PGPASSWORD or ~/.pgpass.
`

const describeProgress = ({ phase, table: name, done, total }: CopyProgress) =>
  `${phase} ${name}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} rows`

const describe = (copied: readonly CopiedTable[]) =>
  [
    table(
      ['Table', 'Rows', 'Checksum'],
      copied.map(({ table: name, rows, checksum }) => [name, String(rows), checksum.slice(0, 16)]),
    ),
    '',
    'Everything was copied and verified. Set DATABASE_URL to the new database, then start the service.',
  ].join('\n')
