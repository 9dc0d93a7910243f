// Loaded before a suite: the restore of PostgreSQL doesn't stop at its moment.
import { changeWhatIsRead, replaceIn } from './changed-files.ts'

const moment = "recovery_target_time = '$MOMENT'\nrecovery_target_action = 'promote'\n"

changeWhatIsRead('/postgres-backup.sh', (sample) => replaceIn(sample, moment, ''))
