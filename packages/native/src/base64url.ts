// In place of the module of @thumbturn/web, which needs btoa, atob, and TextDecoder.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Bytes as base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: ArrayBuffer | ArrayBufferView): string {
  const octets = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)
  let text = ''
  let bits = 0
  let count = 0
  for (const octet of octets) {
    bits = ((bits << 8) | octet) & 0xffff
    for (count += 8; count >= 6; count -= 6) text += alphabet[(bits >> (count - 6)) & 63]
  }
  return count > 0 ? text + alphabet[(bits << (6 - count)) & 63] : text
}

/** Base64 or base64url, padded or not, as base64url without padding. */
export const toUrlAlphabet = (text: string): string => text.replace(/\+/g, '-').replace(/\//g, '_').replace(/[=]/g, '')

/** Bytes of base64url or base64, padded or not. @throws SyntaxError for any other text */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const octets: number[] = []
  let bits = 0
  let count = 0
  for (const character of toUrlAlphabet(text)) {
    const value = alphabet.indexOf(character)
    if (value < 0) throw new SyntaxError('Not base64url')
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    octets.push((bits >> count) & 255)
  }
  return Uint8Array.from(octets)
}

/** The value that base64url of JSON stands for. @throws SyntaxError if it isn't JSON; URIError if it isn't UTF-8 */
export function readJson(text: string): unknown {
  const escaped = Array.from(fromBase64url(text), (octet) => `%${octet.toString(16).padStart(2, '0')}`)
  return JSON.parse(decodeURIComponent(escaped.join('')))
}
