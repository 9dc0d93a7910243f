import type { Config } from '../config.ts'
import { findDamage, hasRemains } from '../maintenance/damage.ts'
import { broken, type Finding, warning } from './finding.ts'
import { layout } from './layout.ts'

/** Reads every page of a SQLite file, which takes seconds per gigabyte; a start does so for small files only. */
export async function checkPages(config: Config): Promise<Finding[]> {
  const damage = await findDamage(config)
  if (damage !== undefined) return [broken('database', `its file is damaged (${damage.found})`, damage.advice)]
  return (await hasRemains(config)) ? [remains] : []
}

const remains = warning(
  'deleted data',
  'an earlier release left names of deleted users in the free space of the database file',
  `Stop the service, run \`${layout.command} backup\`, and restore the backup into an empty folder`,
)
