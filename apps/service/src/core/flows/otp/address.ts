import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { policyFactors } from '../../model/applications/mfa-policy.ts'
import { type Contact, type ContactRank, findVerifiedContact } from '../../model/contacts/contact.ts'
import { type ContactAddress, parseContactAddress } from '../../use-cases/contacts/contact-address.ts'

type AddressQuery = {
  username: string
  contacts: readonly Contact[]
  kind: Contact['kind']
  rank?: ContactRank | undefined
}

/**
 * Where a user gets codes of that kind: at the verified contact of that rank, primary by default. With otpToUsername, a
 * user without verified contacts gets them at the address that is their username.
 */
export async function findCodeAddress(
  core: Core,
  { settings }: Application,
  { username, contacts, kind, rank }: AddressQuery,
): Promise<ContactAddress | undefined> {
  const contact = findVerifiedContact(contacts, kind, rank)
  // No SMS without the user's consent.
  if (contact) return contact.messagingConsent ? { ...contact, key: contact.addressKey } : undefined
  if (rank === 'secondary' || !settings.otpToUsername || contacts.some(({ verifiedAt }) => verifiedAt !== undefined))
    return undefined
  const address = await parseContactAddress(core, username)
  return address?.kind === kind ? address : undefined
}

/** The address of that kind that a new user has as their username and verifies by signing up in a flow. */
export async function findSignUpAddress(
  core: Core,
  application: Application,
  { username, kind }: { username: string; kind: Contact['kind'] },
): Promise<ContactAddress | undefined> {
  const factor = kind === 'email' ? 'otp:email' : 'otp:sms'
  if (!policyFactors(application, ['signUp']).includes(factor)) return undefined
  const address = await parseContactAddress(core, username)
  return address?.kind === kind ? address : undefined
}
