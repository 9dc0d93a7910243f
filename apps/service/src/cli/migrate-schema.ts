import { Command } from '@commander-js/extra-typings'
import { inspectSchema, type MissingMigration, migrateSchema } from '../maintenance/schema.ts'
import type { Cli } from './cli.ts'
import { count, show, table } from './output.ts'
import { withProgress } from './progress.ts'

export const createMigrateSchemaCommand = (cli: Cli) =>
  new Command('migrate-schema')
    .description("Update the database to this release's schema")
    .option('--dry-run', 'list what is missing without writing; the exit code is 1 if something would be applied')
    .option('--contract', 'also apply contracting migrations; use it only when no node runs an earlier release')
    .addHelpText('after', explanation)
    .action(async ({ dryRun = false, contract = false }) => {
      const config = cli.config()
      const missing = await inspectSchema(config, { contract })
      const chosen = missing.filter(({ applies }) => applies)
      if (dryRun) {
        cli.terminal.setExitCode(chosen.length > 0 ? 1 : 0)
        return show(cli.output, { pending: missing }, () => describeMissing(missing))
      }
      const applied = await withProgress('Migrating', () => migrateSchema(config, { contract }))
      const waiting = missing.filter(({ applies }) => !applies)
      show(cli.output, { applied, waiting: waiting.map(({ name }) => name) }, () => describeApplied(missing, applied))
    })

const explanation = `
Expanding migrations add what the previous release ignores: nodes of both releases can run at the same time. The service applies
them when it starts, unless MIGRATE_AT_START is off. Contracting migrations remove what only earlier releases use: they are
applied by --contract alone, and afterward no earlier release starts. Make a backup before both.
`

function describeMissing(missing: readonly MissingMigration[]): string {
  if (missing.length === 0) return 'The schema is up to date.'
  const chosen = missing.filter(({ applies }) => applies)
  const sentence =
    chosen.length === 0 ? 'Nothing would be applied.' : `${count(chosen.length, 'migration')} would be applied.`
  return [tabulate(missing), '', sentence, ...explainWaiting(missing)].join('\n')
}

function describeApplied(missing: readonly MissingMigration[], applied: readonly string[]): string {
  const shown = missing.filter(({ name }) => applied.includes(name))
  const lines = shown.length === 0 ? [] : [tabulate(shown), '']
  // Another node may have applied some of them in between.
  const sentence = applied.length === 0 ? 'The schema is up to date.' : `Applied ${count(applied.length, 'migration')}.`
  return [...lines, sentence, ...explainWaiting(missing)].join('\n')
}

const tabulate = (migrations: readonly MissingMigration[]) =>
  table(
    ['Migration', 'Kind', 'Release', 'Rows', 'Statements'],
    migrations.map(({ name, kind, since, rows, statements }) => [
      name,
      kind,
      since,
      rows.toLocaleString('en'),
      String(statements.length),
    ]),
  )

function explainWaiting(missing: readonly MissingMigration[]): readonly string[] {
  const waiting = missing.filter(({ applies }) => !applies).map(({ name }) => name)
  if (waiting.length === 0) return []
  return [`Contracting, for when every node runs this release: ${waiting.join(', ')}. Apply with --contract.`]
}
