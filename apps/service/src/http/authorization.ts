import { apiKeyPrefix } from '../core/use-cases/applications/keys.ts'

/**
 * A credential whichever way clients send it: raw, after Bearer, or as the user name of Basic, in either base64 alphabet, with
 * or without the colon. Undefined when there is none; empty counts as none.
 */
export function readCredential(header: string | undefined): string | undefined {
  const text = header?.trim() ?? ''
  const [, scheme, rest = ''] = /^(bearer|basic)(?:\s+(.*))?$/i.exec(text) ?? []
  if (scheme === undefined) return text || undefined
  return (scheme.toLowerCase() === 'bearer' ? rest.trim() : decodeBasic(rest).replace(/:$/, '')) || undefined
}

/**
 * The credential in an Authorization header. Other schemes and the passwords of proxies, which browsers send with every call,
 * are none of this service.
 */
export const readAuthorization = (header: string | undefined): string | undefined =>
  isForOthers(header) ? undefined : readCredential(header)

/** Whether a credential has the form of an API key, valid or not. */
export const isLikeApiKey = (credential: string | undefined): boolean => credential?.startsWith(apiKeyPrefix) ?? false

// Buffer's base64url decoder reads both alphabets, padded or not.
const decodeBasic = (encoded: string) => Buffer.from(encoded, 'base64url').toString()

const isToken = (text: string) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

/** Negotiate, NTLM, Digest …, as neither keys nor tokens contain a space; or Basic with a password, and without a key or token. */
function isForOthers(header = ''): boolean {
  // Only up to the credential, as a token is long.
  const [start = '', scheme = 'bearer'] = /^\s*([a-z][a-z\d-]*)\s+(?=\S)/i.exec(header) ?? []
  if (scheme.toLowerCase() === 'bearer') return false
  if (scheme.toLowerCase() !== 'basic') return true
  const rest = header.slice(start.length)
  const parts = decodeBasic(rest).split(':')
  const hasPassword = parts.slice(1).join('') !== ''
  // Also not encoded, which is a mistake of a client of ours.
  return hasPassword && ![rest, ...parts].some((part) => isLikeApiKey(part) || isToken(part))
}
