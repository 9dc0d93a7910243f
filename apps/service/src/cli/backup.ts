import { Command } from '@commander-js/extra-typings'
import { badRequest } from '../core/errors.ts'
import { type Backup, backUp } from '../maintenance/backup.ts'
import { prepareRestore, type RestoreResult } from '../maintenance/restore.ts'
import type { Cli } from './cli.ts'
import { moment, show } from './output.ts'
import { askPassphrase } from './passphrase.ts'
import { withProgress } from './progress.ts'
import { readVersion } from './version.ts'

export const createBackupCommand = (cli: Cli) =>
  new Command('backup')
    .description('Back up the database and the master key to one file, even while the service is running')
    .argument('<target>', 'a new file, or an existing folder, where the backup is named after its time')
    .option('--keep <n>', 'in a folder: delete all but the newest backups')
    .option('--without-key', 'leave out the master key; store it elsewhere')
    .addHelpText('after', passphraseHelp('seals'))
    .action(async (target, { keep, withoutKey }) => {
      if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
        throw badRequest('--keep takes a whole number from 1 to 9999')
      const passphrase = withoutKey ? undefined : await askPassphrase(cli.terminal, true)
      const about = { target, passphrase, version: readVersion(), now: Date.now() }
      const options = { ...about, keep: keep === undefined ? undefined : Number(keep) }
      const written = await withProgress('Backing up', () => backUp(cli.config(), options))
      show(cli.output, toJson(written), () => describeBackup(written))
    })

export const createRestoreCommand = (cli: Cli) =>
  new Command('restore')
    .description('Restore a backup to an installation without data')
    .argument('<file>', 'a file that `thumbturn backup` wrote')
    .addHelpText('after', passphraseHelp('opens'))
    .action(async (file) => {
      const ask = () => askPassphrase(cli.terminal, false)
      const prepared = await prepareRestore(cli.config(), file, ask)
      const restored = await withProgress('Restoring', () => prepared.run())
      show(cli.output, toJson(restored), () => describeRestored(restored))
    })

function passphraseHelp(verb: string): string {
  return `\nThe passphrase that ${verb} the master key comes from THUMBTURN_BACKUP_PASSPHRASE, or you type it.\n`
}

const toJson = ({ masterKey, keyRing, format: _format, ...about }: Backup | RestoreResult) => ({
  ...about,
  hasMasterKey: masterKey !== null,
})

const describeCounts = ({ counts: { applications, users, passkeys } }: Backup | RestoreResult) =>
  `${applications} applications, ${users} users, ${passkeys} passkeys`

function describeBackup(written: Backup): string {
  const { path, bytes, masterKey, deleted } = written
  return [
    `Backed up ${describeCounts(written)} into ${path} (${(bytes / 1024).toFixed(0)} kB), and read it back.`,
    masterKey === null
      ? "The master key isn't in it: without the key, the backup can't be used."
      : "The master key is in it, sealed: without the passphrase, the backup can't be used.",
    ...deleted.map((old) => `Deleted ${old}.`),
  ].join('\n')
}

function describeRestored(restored: RestoreResult): string {
  const { database, createdAt, restoredKey } = restored
  const key = restoredKey ? ' and its master key' : ''
  return `Restored ${describeCounts(restored)} as of ${moment(createdAt)} into ${database}${key}.`
}
