import { advise, say } from '../core/model/findings/phrase.ts'
import type { MissingMigration } from '../maintenance/schema.ts'
import { type Finding, good, warning } from './finding.ts'
import { layout } from './layout.ts'

/** Contracting migrations wait for the operator, because only the operator knows that no node runs an earlier release. */
export function checkSchema(missing: readonly MissingMigration[]): Finding {
  const waiting = missing.filter(({ kind }) => kind === 'contract').map(({ name }) => name)
  if (waiting.length === 0) return good('schema', say('schema_good'))
  return warning(
    'schema',
    say('schema_old', { migrations: waiting.join(', ') }),
    advise('contract_schema', { command: `${layout.command} migrate-schema --contract` }),
  )
}
