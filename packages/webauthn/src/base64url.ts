import { type Reason, refuse } from './refusal.ts'

const standardForm = /^[A-Za-z0-9+/_-]*={0,2}$/

/**
 * Bytes of a binary member of the JSON form: base64url without padding, or, as some clients send it, padded or in the
 * standard alphabet. Foreign characters, impossible lengths and stray bits in the last character are refused.
 * @throws WebAuthnError with the given reason
 */
export function fromBase64url(text: string, reason: Reason): Buffer {
  if (typeof text !== 'string') refuse(reason, `${reason}: base64url text expected, got ${typeof text}`)
  const bytes = Buffer.from(text, 'base64url')
  // Node skips what it does not know; only encoding back proves that nothing was skipped.
  if (bytes.toString('base64url') === text) return bytes
  if (standardForm.test(text) && hasFittingPadding(text) && bytes.toString('base64url') === canonical(text))
    return bytes
  refuse(reason, `${reason}: not base64url`)
}

const canonical = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const hasFittingPadding = (text: string) => !text.endsWith('=') || text.length % 4 === 0
