import { createHash } from 'node:crypto'

const characters = 4

/** Enough to tell the passkeys of one user apart: 24 bits of SHA-256 as base64url. */
const fingerprint = (credentialId: string) =>
  createHash('sha256').update(credentialId).digest('base64url').slice(0, characters)

/** With more, the session would have too little room for the payload of a transaction. */
const maxListed = 50

/** Shorter lists are padded to this length, so that the size of a session doesn't reveal the number of passkeys. */
const minListed = 4

/** Fingerprints of the passkeys in allowCredentials, for the session; undefined for more than fifty. */
export const listFingerprints = (listed: readonly { id: string }[]): string | undefined =>
  listed.length > maxListed
    ? undefined
    : listed
        .map(({ id }) => fingerprint(id))
        .join('')
        .padEnd(minListed * characters, '.')

/**
 * Whether a passkey is in `listFingerprints` (WebAuthn §7.2, step 5). Compared by ID and not by time, as clocks differ.
 */
export function isListed(listed: string, credentialId: string): boolean {
  const wanted = fingerprint(credentialId)
  for (let start = 0; start < listed.length; start += characters) if (listed.startsWith(wanted, start)) return true
  return false
}
