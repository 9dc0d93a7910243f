/** Bytes as base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: ArrayBuffer | ArrayBufferView): string {
  const octets = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes
  // One by one, because spreading a large attestation into arguments overflows the stack.
  return toUrlAlphabet(btoa(Array.from(new Uint8Array(octets), (byte) => String.fromCharCode(byte)).join('')))
}

/** Base64 or base64url, padded or not, as base64url without padding. */
export const toUrlAlphabet = (text: string): string =>
  text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Bytes of base64url or base64, padded or not. Throws InvalidCharacterError for any other text. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** The value that base64url of JSON stands for. @throws SyntaxError if it isn't JSON */
export const readJson = (text: string): unknown => JSON.parse(new TextDecoder().decode(fromBase64url(text)))
