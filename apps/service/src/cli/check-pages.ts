import type { Config } from '../config.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { findDamage, hasRemains } from '../maintenance/damage.ts'
import { broken, type Finding, warning } from './finding.ts'
import { layout } from './layout.ts'

/** Reads every page of a SQLite file, which takes seconds per gigabyte; a start does so for small files only. */
export async function checkPages(config: Config): Promise<Finding[]> {
  const damage = await findDamage(config)
  if (damage !== undefined) return [broken('database', say('database_damaged', { error: damage.found }), damage.advice)]
  return (await hasRemains(config)) ? [remains] : []
}

const remains = warning(
  'deleted data',
  say('deleted_data_remains'),
  advise('restore_elsewhere', { command: `${layout.command} backup` }),
)
