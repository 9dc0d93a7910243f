import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { badRequest } from '../core/errors.ts'
import type { Terminal } from './terminal.ts'

/**
 * The passphrase of a backup: from THUMBTURN_BACKUP_PASSPHRASE, otherwise typed at the terminal, unseen, twice where it is
 * new.
 * @throws AppError bad_request: there is no terminal, or the second one differs
 */
export async function askPassphrase({ env, isInteractive }: Terminal, isNew: boolean): Promise<string> {
  const passphrase = env.THUMBTURN_BACKUP_PASSPHRASE?.trim()
  if (passphrase) return passphrase
  if (!isInteractive)
    throw badRequest(
      `Set THUMBTURN_BACKUP_PASSPHRASE${isNew ? ', or add --without-key to leave the master key out' : ''}.`,
    )
  const first = await askUnseen('Passphrase for the master key: ')
  if (isNew && (await askUnseen('The same again: ')) !== first) throw badRequest('The two passphrases differ.')
  return first
}

function askUnseen(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise((resolve, reject) => {
    lines.on('SIGINT', () => {
      lines.close()
      process.stderr.write('\n')
      reject(badRequest('Canceled: nothing was written.'))
    })
    lines.question('', (typed) => {
      lines.close()
      process.stderr.write('\n')
      resolve(typed)
    })
  })
}
