/** The values that authenticators encode: integers, booleans, byte strings, text strings, and maps with integer or text keys. */
export type CborValue =
  | number
  | boolean
  | string
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<number | string, CborValue>

/**
 * Writes a value in the shortest form (RFC 8949, section 4.2.1); the keys of a map stay in the order they were given.
 */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value)
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'string') return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([encodeHead(2, value.length), value])
  if (value instanceof Map) return Buffer.concat([encodeHead(5, value.size), ...[...value].flat().map(encodeCbor)])
  const items = value as readonly CborValue[]
  return Buffer.concat([encodeHead(4, items.length), ...items.map(encodeCbor)])
}

function encodeHead(major: number, size: number): Buffer {
  const type = major << 5
  if (size < 24) return Buffer.from([type | size])
  if (size < 0x100) return Buffer.from([type | 24, size])
  if (size < 0x10000) return Buffer.from([type | 25, size >> 8, size & 0xff])
  const long = Buffer.from([type | 26, 0, 0, 0, 0])
  long.writeUInt32BE(size, 1)
  return long
}
