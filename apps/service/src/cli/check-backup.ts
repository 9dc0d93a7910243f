import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { lastBackupFact } from '../maintenance/backup.ts'
import { type Finding, good, warning } from './finding.ts'
import { layout } from './layout.ts'

const dayMs = 86_400_000
const advice = advise('back_up_daily', { command: `${layout.command} backup <folder> --keep 7` })

/** Whether the last backup that this command line made is younger than a day. In production, and on SQLite, only. */
export async function checkBackup(core: Core, { THUMBTURN_MODE, DATABASE_URL }: Config): Promise<Finding[]> {
  if (THUMBTURN_MODE !== 'production' || !DATABASE_URL.startsWith('sqlite:')) return []
  const at = await core.store.installation.find(lastBackupFact)
  if (at === undefined) return [warning('backup', say('backup_none'), advice)]
  const days = (core.now() - Number(at)) / dayMs
  const says = say('backup_last', { time: new Date(Number(at)).toISOString() })
  return [days <= 1 ? good('backup', says) : warning('backup', says, advice)]
}
