/**
 * The credential in an Authorization header, whichever way clients send it: raw, after Bearer, or as the user name of
 * Basic, in either base64 alphabet, with or without the colon. Undefined when there is none; empty counts as none.
 */
export function readCredential(header: string | undefined): string | undefined {
  const text = header?.trim() ?? ''
  const [, scheme, rest = ''] = /^(bearer|basic)(?:\s+(.*))?$/i.exec(text) ?? []
  if (scheme === undefined) return text || undefined
  if (scheme.toLowerCase() === 'bearer') return rest.trim() || undefined
  // Buffer's base64url decoder reads both alphabets, padded or not.
  return Buffer.from(rest, 'base64url').toString().replace(/:$/, '') || undefined
}
