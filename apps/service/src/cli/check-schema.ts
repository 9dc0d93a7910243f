import type { MissingMigration } from '../maintenance/schema.ts'
import { type Finding, good, warning } from './finding.ts'
import { layout } from './layout.ts'

/** Contracting migrations wait for the operator, because only the operator knows that no node runs an earlier release. */
export function checkSchema(missing: readonly MissingMigration[]): Finding {
  const waiting = missing.filter(({ kind }) => kind === 'contract').map(({ name }) => name)
  if (waiting.length === 0) return good('schema', 'the database has the schema of this release')
  return warning(
    'schema',
    `what only earlier releases use is still in the database (${waiting.join(', ')})`,
    `Once every node runs this release, make a backup and run \`${layout.command} migrate-schema --contract\``,
  )
}
