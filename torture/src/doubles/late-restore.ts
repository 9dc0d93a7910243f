// Loaded before a suite: the restore of PostgreSQL doesn't stop at its moment.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { readFileSync } = fs
const moment = "recovery_target_time = '$MOMENT'\nrecovery_target_action = 'promote'\n"

function restoreEverything(sample: string): string {
  if (!sample.includes(moment)) throw new Error('The sample has no recovery target: adapt the double')
  return sample.replace(moment, '')
}

fs.readFileSync = ((...given: Parameters<typeof readFileSync>) => {
  const text = readFileSync(...given)
  return typeof text === 'string' && String(given[0]).endsWith('/postgres-backup.sh') ? restoreEverything(text) : text
}) as typeof readFileSync
syncBuiltinESMExports()
