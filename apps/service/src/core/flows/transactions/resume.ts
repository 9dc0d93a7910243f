import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { requireNameKeys } from '../../use-cases/names/name-keys.ts'
import { resolveSignInTarget } from '../../use-cases/passkeys/sign-in-target.ts'
import { openTransaction } from './open.ts'
import { type TransactionStart, toTransactionOptions } from './start.ts'

const reject = (reason: unknown) => forbidden('The transaction was rejected. Create it again.', reason)

/**
 * Returns the options of a transaction that was created for this user or for no particular one. Its challenge covers
 * the user, so no other user can complete it with these options. Writes nothing.
 * @throws AppError forbidden: the session is expired, damaged, or another application's, or the transaction was created
 * for another user
 */
export async function resumeTransaction(
  core: Core,
  { application, username, ...opened }: { application: Application; username: string; session: string; txId: string },
): Promise<TransactionStart> {
  const { flow } = await openTransaction(core, { ...opened, appId: application.id }, reject)
  const { userId, allow } = await resolveSignInTarget(core, application.id, await requireNameKeys(core, username))
  if (userId !== (flow.userId ?? userId)) throw reject('it was created for another user')
  return {
    txId: flow.id,
    session: opened.session,
    options: toTransactionOptions(application, { ...flow, userId }, allow),
  }
}
