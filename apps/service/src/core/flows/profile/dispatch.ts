import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { User } from '../../model/users/user.ts'
import type { Backend } from '../../use-cases/applications/backend.ts'
import { parseMailbox } from '../../use-cases/contacts/contact-address.ts'
import { setContact } from './contacts.ts'

const nothingToVerify = (cause: string) =>
  new AppError('bad_request', 'Failed to dispatch email verification.', {
    cause,
    reason: 'contact_not_verifiable',
  })

/**
 * Sends the code that verifies an email address of the user: the pending one or, if the user has no address, the one
 * that is their username.
 * @throws AppError bad_request: there is nothing to verify, or the user is deactivated
 */
export async function dispatchEmailVerification(
  core: Core,
  { backend, user }: { backend: Backend; user: User },
): Promise<void> {
  if (user.status !== 'active') throw nothingToVerify('the user is deactivated')
  const contacts = (await core.store.contacts.listByUser(user.appId, user.id)).filter(({ kind }) => kind === 'email')
  const waiting = contacts.find(({ verifiedAt }) => verifiedAt === undefined)
  const text = waiting?.address ?? (contacts.length === 0 ? user.username : '')
  if (!parseMailbox(text)) throw nothingToVerify('no address is pending, and the username is not one')
  const secondary = waiting?.secondary ?? false
  const input = { kind: 'email', text, secondary, messagingConsent: true, requestVerification: true } as const
  await setContact(core, { backend, userId: user.id }, input)
}
