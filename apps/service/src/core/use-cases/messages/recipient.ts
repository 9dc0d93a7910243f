import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { parseEmailAddress } from '../../model/contacts/email-address.ts'
import type { MessageDraft } from '../../model/messages/draft.ts'
import { Undeliverable } from '../../ports/courier.ts'

/** Exactly one recipient of a message. */
export type Recipient = {
  /** An email address, or a phone number in E.164. */
  address: string
  /** A block of numbers that one holder can have obtained together: all but the last three digits. */
  block?: string
}

/** @throws Undeliverable: not exactly one address, or the application sends nothing there */
export async function resolveRecipient(core: Core, application: Application, draft: MessageDraft): Promise<Recipient> {
  if (draft.channel !== 'email') return resolveNumber(core, application, draft)
  const address = parseEmailAddress(draft.to)
  if (address === undefined) throw new Undeliverable('the recipient is not exactly one email address')
  return { address }
}

async function resolveNumber(
  { phoneNumbers }: Core,
  { settings }: Application,
  { to }: MessageDraft,
): Promise<Recipient> {
  const found = await phoneNumbers.parse(to)
  if (!found) throw new Undeliverable('the number is not a whole international one (E.164)')
  const { number, country, ordinary } = found
  if (!ordinary) throw new Undeliverable('the number is a premium-rate or shared-cost one')
  const { smsCountries } = settings
  if (smsCountries.length > 0 && !smsCountries.includes(country ?? '')) {
    throw new Undeliverable(`smsCountries has no ${country ?? 'numbers of no country'}`)
  }
  return { address: number, block: number.slice(0, -3) }
}
