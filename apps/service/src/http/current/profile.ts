import { notFound } from '../../core/errors.ts'
import { proveCode } from '../../core/flows/otp/prove.ts'
import { removeContact, setContact } from '../../core/flows/profile/contacts.ts'
import type { Backend } from '../../core/model/applications/backend.ts'
import { deleteUser } from '../../core/model/users/manage.ts'
import { requiredUsernameKey } from '../../core/model/users/username.ts'
import { backendOf, type Caller } from '../guard.ts'
import { required } from '../named-application.ts'
import type { CurrentHandlers } from './wire.ts'

type Operations =
  | 'profileDelete'
  | 'profileEmailSet'
  | 'profileEmailDelete'
  | 'profilePhoneSet'
  | 'profilePhoneDelete'
  | 'profileEmailVerify'
  | 'profilePhoneVerify'

const verifyingBy = (method: 'email' | 'sms'): CurrentHandlers['profileEmailVerify' | 'profilePhoneVerify'] =>
  async function verifyContact({ body }, { core, application }) {
    const subject = { usernameKey: requiredUsernameKey(body.username) }
    const { authCode: code } = body
    await proveCode(core, { application: required(application), subject, purpose: 'contact', method, code })
    return undefined
  }

/**
 * The backend, or the user in its place: only for themselves, and without a say about which contacts are theirs. Whether
 * there is another user of that id, a token does not tell.
 */
function actorOf(caller: Caller, userId: string): { backend: Backend; vouches: boolean } {
  if (caller.kind !== 'user') return { backend: backendOf(caller), vouches: true }
  const { application, holder } = caller
  if (holder.userId !== userId) throw notFound('This application has no such user')
  return { backend: { application, keyId: undefined }, vouches: false }
}

/** Where users are reached. */
export const profile: Pick<CurrentHandlers, Operations> = {
  async profileDelete({ params: { id: userId } }, { core, caller }) {
    await deleteUser(core, { ...actorOf(caller, userId), userId })
    return undefined
  },
  async profileEmailSet({ params: { id: userId }, body }, { core, caller }) {
    const { email: text, secondary = false, requestVerification = true } = body
    const { vouches, ...actor } = actorOf(caller, userId)
    const stated = {
      kind: 'email',
      text,
      secondary,
      messagingConsent: true,
      requestVerification: requestVerification || !vouches,
    } as const
    await setContact(core, { ...actor, userId }, stated)
    return undefined
  },
  async profileEmailDelete({ params: { id: userId }, body }, { core, caller }) {
    const { email: text, secondary = false } = body
    await removeContact(core, { ...actorOf(caller, userId), userId }, { kind: 'email', text, secondary })
    return undefined
  },
  async profilePhoneSet({ params: { id: userId }, body }, { core, caller }) {
    const { phoneNumber: text, secondary = false, messagingConsent = false, requestVerification = true } = body
    const { vouches, ...actor } = actorOf(caller, userId)
    const stated = {
      kind: 'phone',
      text,
      secondary,
      messagingConsent,
      requestVerification: requestVerification || !vouches,
    } as const
    await setContact(core, { ...actor, userId }, stated)
    return undefined
  },
  async profilePhoneDelete({ params: { id: userId }, body }, { core, caller }) {
    const { phoneNumber: text, secondary = false } = body
    await removeContact(core, { ...actorOf(caller, userId), userId }, { kind: 'phone', text, secondary })
    return undefined
  },
  profileEmailVerify: verifyingBy('email'),
  profilePhoneVerify: verifyingBy('sms'),
}
