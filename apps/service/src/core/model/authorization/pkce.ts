import { createHash, timingSafeEqual } from 'node:crypto'

/** RFC 7636 §4.1. */
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Whether a code verifier belongs to the challenge of the authorization request (RFC 7636 §4.6). A verifier without a challenge is
 * wrong, too: an attacker may have removed the challenge from the request (RFC 9700 §2.1.1).
 */
export function isCodeVerifier(verifier: string | undefined, challenge: string | undefined): boolean {
  if (challenge === undefined) return verifier === undefined
  if (verifier === undefined) return false
  if (!verifierPattern.test(verifier)) return false
  const [given, expected] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
