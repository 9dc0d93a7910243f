import { after, type Eventual } from '../../after.ts'
import type { Core } from '../../core.ts'
import { parseEmailAddress } from '../../model/contacts/email-address.ts'

/** One email address or phone number. `address` is used for delivery; `key` is the same for every spelling. */
export type ContactAddress = { kind: 'email' | 'phone'; address: string; key: string }

// Longer than any address, short enough to normalize.
const longestText = 512

const normalizeText = (text: string) => (text.length > longestText ? '' : text.normalize('NFKC').trim())

/** Parses exactly one email address; otherwise undefined. */
export function parseMailbox(text: string): ContactAddress | undefined {
  // A trailing dot is the DNS root: the same domain.
  const address = parseEmailAddress(normalizeText(text).replace(/\.$/, ''))
  return address === undefined ? undefined : { kind: 'email', address, key: address.toLowerCase() }
}

// Spaces, dots, slashes, parentheses, and the hyphens and dashes that word processors insert.
const punctuation = /[\s./()\-\u2010-\u2015\u2212]/gu

/**
 * Parses an international phone number after + or 00, with the usual punctuation; undefined if it's incomplete or
 * premium-rate.
 */
export function parsePhone(
  { phoneNumbers }: Pick<Core, 'phoneNumbers'>,
  text: string,
): Eventual<ContactAddress | undefined> {
  const number = normalizeText(text).replaceAll(punctuation, '').replace(/^00/, '+')
  return after(phoneNumbers.parse(number), (found) =>
    found?.ordinary ? { kind: 'phone', address: found.number, key: found.number } : undefined,
  )
}

/** Parses an email address or a phone number. */
export const parseContactAddress = (core: Pick<Core, 'phoneNumbers'>, text: string) =>
  normalizeText(text).includes('@') ? parseMailbox(text) : parsePhone(core, text)
