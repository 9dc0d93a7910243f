import { type Reason, reject } from './errors.ts'

const standardForm = /^[A-Za-z0-9+/_-]*={0,2}$/

/**
 * Bytes of a binary field of the JSON form: base64url without padding, or, as sent by some clients, padded or in the
 * standard alphabet. Rejects other characters, impossible lengths, and stray bits in the last character.
 * @throws WebAuthnError with the given reason
 */
export function fromBase64url(text: string, reason: Reason): Buffer {
  if (typeof text !== 'string') reject(reason, `${reason}: base64url text expected, got ${typeof text}`)
  const bytes = Buffer.from(text, 'base64url')
  // Node skips unknown characters. Only re-encoding proves that nothing was skipped.
  if (bytes.toString('base64url') === text) return bytes
  if (standardForm.test(text) && hasFittingPadding(text) && bytes.toString('base64url') === canonical(text))
    return bytes
  reject(reason, `${reason}: not base64url`)
}

const canonical = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const hasFittingPadding = (text: string) => !text.endsWith('=') || text.length % 4 === 0
