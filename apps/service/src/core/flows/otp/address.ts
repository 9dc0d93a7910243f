import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { policyFactors } from '../../model/applications/mfa-policy.ts'
import { type Contact, type ContactRank, verifiedContact } from '../../model/contacts/contact.ts'
import { type ContactAddress, contactAddress } from '../../model/contacts/contact-address.ts'

type AddressQuery = {
  username: string
  contacts: readonly Contact[]
  kind: Contact['kind']
  rank?: ContactRank | undefined
}

/**
 * Where somebody gets codes of that kind: at the verified contact, the primary one unless `rank` says the other. Whoever has verified nothing yet may, where the
 * application says otpToUsername, be asked at the address that their username is.
 */
export async function findCodeAddress(
  core: Core,
  { settings }: Application,
  { username, contacts, kind, rank }: AddressQuery,
): Promise<ContactAddress | undefined> {
  const contact = verifiedContact(contacts, kind, rank)
  // A text message to somebody who did not agree to any is not ours to send.
  if (contact) return contact.messagingConsent ? { ...contact, key: contact.addressKey } : undefined
  if (rank === 'secondary' || !settings.otpToUsername || contacts.some(({ verifiedAt }) => verifiedAt !== undefined))
    return undefined
  const address = await contactAddress(core, username)
  return address?.kind === kind ? address : undefined
}

/** Where somebody who may sign up in a flow proves the address that their username is, if it is one of that kind. */
export async function findSignUpAddress(
  core: Core,
  application: Application,
  { username, kind }: { username: string; kind: Contact['kind'] },
): Promise<ContactAddress | undefined> {
  const factor = kind === 'email' ? 'otp:email' : 'otp:sms'
  if (!policyFactors(application, ['signUp']).includes(factor)) return undefined
  const address = await contactAddress(core, username)
  return address?.kind === kind ? address : undefined
}
