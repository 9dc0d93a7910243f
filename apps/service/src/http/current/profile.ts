import { proveCode } from '../../core/otp/prove.ts'
import { removeContact, setContact } from '../../core/profile/contacts.ts'
import { deleteUser } from '../../core/users/manage.ts'
import { requiredUsernameKey } from '../../core/users/username.ts'
import { backendOf } from '../guard.ts'
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

/** Where users are reached. */
export const profile: Pick<CurrentHandlers, Operations> = {
  async profileDelete({ params: { id: userId } }, { core, caller }) {
    await deleteUser(core, { backend: backendOf(caller), userId })
    return undefined
  },
  async profileEmailSet({ params: { id: userId }, body }, { core, caller }) {
    const { email: text, secondary = false, requestVerification = true } = body
    const stated = { kind: 'email', text, secondary, messagingConsent: true, requestVerification } as const
    await setContact(core, { backend: backendOf(caller), userId }, stated)
    return undefined
  },
  async profileEmailDelete({ params: { id: userId }, body }, { core, caller }) {
    const { email: text, secondary = false } = body
    await removeContact(core, { backend: backendOf(caller), userId }, { kind: 'email', text, secondary })
    return undefined
  },
  async profilePhoneSet({ params: { id: userId }, body }, { core, caller }) {
    const { phoneNumber: text, secondary = false, messagingConsent = false, requestVerification = true } = body
    const stated = { kind: 'phone', text, secondary, messagingConsent, requestVerification } as const
    await setContact(core, { backend: backendOf(caller), userId }, stated)
    return undefined
  },
  async profilePhoneDelete({ params: { id: userId }, body }, { core, caller }) {
    const { phoneNumber: text, secondary = false } = body
    await removeContact(core, { backend: backendOf(caller), userId }, { kind: 'phone', text, secondary })
    return undefined
  },
  profileEmailVerify: verifyingBy('email'),
  profilePhoneVerify: verifyingBy('sms'),
}
