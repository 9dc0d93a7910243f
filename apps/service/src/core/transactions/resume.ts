import type { Application } from '../applications/application.ts'
import type { Core } from '../core.ts'
import { forbidden } from '../errors.ts'
import { openFlow } from '../open-flow.ts'
import { whoIsMeant } from '../passkeys/asked-for.ts'
import { requiredUsernameKey } from '../users/username.ts'
import { optionsOf, type TransactionBegun } from './begin.ts'

const refused = (reason: unknown) => forbidden('The transaction was refused: create it again', reason)

/**
 * Asks once more for what has begun: the options of a transaction that somebody created for this user. Writes nothing.
 * @throws AppError forbidden: expired, damaged or foreign session, or begun for another name
 */
export async function resumeTransaction(
  core: Core,
  { application, session, username }: { application: Application; session: string; username: string },
): Promise<TransactionBegun> {
  const flow = openFlow(core, { session, appId: application.id, purpose: 'transaction' }, refused)
  const { userId, allow } = await whoIsMeant(core, application.id, requiredUsernameKey(username))
  if (userId !== flow.userId) throw refused('it was created for another user')
  return { txId: flow.id, session, options: optionsOf(application, flow, allow) }
}
