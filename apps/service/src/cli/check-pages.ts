import type { Config } from '../config.ts'
import { findDamage } from '../maintenance/damage.ts'
import { broken, type Finding } from './finding.ts'

/** Reads every page of a SQLite file, which takes seconds per gigabyte; a start does so for small files only. */
export async function checkPages(config: Config): Promise<Finding[]> {
  const damage = await findDamage(config)
  if (damage === undefined) return []
  return [broken('database', `its file is damaged (${damage.found})`, damage.advice)]
}
