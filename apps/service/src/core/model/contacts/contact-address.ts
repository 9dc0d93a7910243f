import type { Core } from '../../core.ts'
import { emailAddress } from './email-address.ts'

/** One mailbox or one phone. `address` is what is written to, `key` the same for every spelling of it. */
export type ContactAddress = { kind: 'email' | 'phone'; address: string; key: string }

// Longer than any address, short enough to normalise.
const longestText = 512

const typed = (text: string) => (text.length > longestText ? '' : text.normalize('NFKC').trim())

/** The mailbox that a text names; undefined unless it is exactly one. */
export function parseMailbox(text: string): ContactAddress | undefined {
  // A dot at the end is the DNS root: the same domain.
  const address = emailAddress(typed(text).replace(/\.$/, ''))
  return address === undefined ? undefined : { kind: 'email', address, key: address.toLowerCase() }
}

// Spaces, dots, slashes, parentheses, and the hyphens and dashes that word processors make.
const punctuation = /[\s./()\-\u2010-\u2015\u2212]/gu

/**
 * The phone that a text names by its international number, after + or 00, with the usual punctuation; undefined where it
 * is not one whole number, or is a premium-rate one.
 */
export async function parsePhone(
  { phoneNumbers }: Pick<Core, 'phoneNumbers'>,
  text: string,
): Promise<ContactAddress | undefined> {
  const found = await phoneNumbers.parse(typed(text).replaceAll(punctuation, '').replace(/^00/, '+'))
  return found?.ordinary ? { kind: 'phone', address: found.number, key: found.number } : undefined
}

/** The mailbox or phone that a text names, if it names one. */
export const contactAddress = async (core: Pick<Core, 'phoneNumbers'>, text: string) =>
  typed(text).includes('@') ? parseMailbox(text) : parsePhone(core, text)
