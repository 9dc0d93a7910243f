import { createHash } from 'node:crypto'

const characters = 4

/** Enough to tell the passkeys of one user apart: 24 bits of SHA-256 as base64url. */
const fingerprint = (credentialId: string) =>
  createHash('sha256').update(credentialId).digest('base64url').slice(0, characters)

/** Of more, the session would leave too little room for the payload of a transaction. */
const most = 50

/** Shorter lists are padded to as many, so that the size of a session doesn't tell one or two passkeys apart. */
const least = 4

/** The passkeys that request options list (allowCredentials), as a session carries them; undefined for more than fifty. */
export const listedPasskeys = (listed: readonly { id: string }[]): string | undefined =>
  listed.length > most
    ? undefined
    : listed
        .map(({ id }) => fingerprint(id))
        .join('')
        .padEnd(least * characters, '.')

/** Whether `listedPasskeys` had that one (WebAuthn §7.2, step 5). Compared by ids and not by times, as clocks differ. */
export function isListed(listed: string, credentialId: string): boolean {
  const wanted = fingerprint(credentialId)
  for (let start = 0; start < listed.length; start += characters) if (listed.startsWith(wanted, start)) return true
  return false
}
