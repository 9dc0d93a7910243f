import type { profileRoutes } from '@thumbturn/contract/current/profile.ts'
import { notFound } from '../../core/errors.ts'
import { verifyCode } from '../../core/flows/otp/verify.ts'
import { removeContact, setContact } from '../../core/flows/profile/contacts.ts'
import { requireUsernameKey } from '../../core/model/users/username.ts'
import type { Backend } from '../../core/use-cases/applications/backend.ts'
import { deleteUser } from '../../core/use-cases/users/manage.ts'
import type { HandlersOf, PublicCall } from '../call.ts'
import type { Caller } from '../callers.ts'
import { forbidForLastOwner } from './last-owner.ts'

type VerificationBody = { username: string; authCode: string }

async function verifyContact(
  { core, application }: PublicCall,
  { username, authCode: code }: VerificationBody,
  method: 'email' | 'sms',
) {
  const subject = { usernameKey: requireUsernameKey(username) }
  await verifyCode(core, { application, subject, purpose: 'contact', method, code })
  return undefined
}

/**
 * The backend, or the user instead: users can change only their own profile, and can't assert that a contact is
 * theirs. The error for another user's id is that of an unknown id, so it doesn't reveal whether that user exists.
 */
function resolveActor(
  caller: Caller<'userOrApiKey'>,
  userId: string,
): { backend: Backend; canAssertContacts: boolean } {
  if (caller.kind !== 'user') return { backend: caller, canAssertContacts: true }
  const { application, holder } = caller
  if (holder.userId !== userId) throw notFound('This application has no such user')
  return { backend: { application, keyId: undefined }, canAssertContacts: false }
}

/** Where users are reached. */
export const profile = {
  async profileDelete({ params: { id: userId } }, { core, caller }) {
    await deleteUser(core, { ...resolveActor(caller, userId), userId }).catch(forbidForLastOwner)
    return undefined
  },
  async profileEmailSet({ params: { id: userId }, body }, { core, caller }) {
    const { email: text, secondary = false, requestVerification = true } = body
    const { canAssertContacts, ...actor } = resolveActor(caller, userId)
    const contact = {
      kind: 'email',
      text,
      secondary,
      messagingConsent: true,
      requestVerification: requestVerification || !canAssertContacts,
    } as const
    await setContact(core, { ...actor, userId }, contact)
    return undefined
  },
  async profileEmailDelete({ params: { id: userId }, body }, { core, caller }) {
    const { email: text, secondary = false } = body
    await removeContact(core, { ...resolveActor(caller, userId), userId }, { kind: 'email', text, secondary })
    return undefined
  },
  async profilePhoneSet({ params: { id: userId }, body }, { core, caller }) {
    const { phoneNumber: text, secondary = false, messagingConsent = false, requestVerification = true } = body
    const { canAssertContacts, ...actor } = resolveActor(caller, userId)
    const contact = {
      kind: 'phone',
      text,
      secondary,
      messagingConsent,
      requestVerification: requestVerification || !canAssertContacts,
    } as const
    await setContact(core, { ...actor, userId }, contact)
    return undefined
  },
  async profilePhoneDelete({ params: { id: userId }, body }, { core, caller }) {
    const { phoneNumber: text, secondary = false } = body
    await removeContact(core, { ...resolveActor(caller, userId), userId }, { kind: 'phone', text, secondary })
    return undefined
  },
  profileEmailVerify: ({ body }, call) => verifyContact(call, body, 'email'),
  profilePhoneVerify: ({ body }, call) => verifyContact(call, body, 'sms'),
} satisfies HandlersOf<typeof profileRoutes>
