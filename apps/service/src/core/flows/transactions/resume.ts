import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { whoIsMeant } from '../../model/passkeys/asked-for.ts'
import { requiredNameKeys } from '../../model/users/username.ts'
import { type TransactionBegun, toTransactionOptions } from './begin.ts'
import { openTransaction } from './open.ts'

const refused = (reason: unknown) => forbidden('The transaction was rejected. Create it again.', reason)

/**
 * Asks once more for what has begun: the options of a transaction that was created for this user, or for no particular
 * one. Its challenge binds the user, so nobody else can complete it with this answer. Writes nothing.
 * @throws AppError forbidden: expired, damaged or foreign session, or begun for another user
 */
export async function resumeTransaction(
  core: Core,
  { application, username, ...begun }: { application: Application; username: string; session: string; txId: string },
): Promise<TransactionBegun> {
  const flow = openTransaction(core, { ...begun, appId: application.id }, refused)
  const { userId, allow } = await whoIsMeant(core, application.id, await requiredNameKeys(core, username))
  if (userId !== (flow.userId ?? userId)) throw refused('it was created for another user')
  return {
    txId: flow.id,
    session: begun.session,
    options: toTransactionOptions(application, { ...flow, userId }, allow),
  }
}
