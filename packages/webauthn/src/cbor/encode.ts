/** A map of whole numbers and byte strings in CTAP2 canonical CBOR; its keys must be in canonical order. */
export function encodeMap(entries: readonly (readonly [label: number, value: number | Uint8Array])[]): Buffer {
  const items = entries.flatMap(([label, value]) => [encodeInteger(label), encodeValue(value)])
  return Buffer.concat([encodeHead(5, entries.length), ...items])
}

const encodeValue = (value: number | Uint8Array) =>
  typeof value === 'number' ? encodeInteger(value) : Buffer.concat([encodeHead(2, value.length), value])

const encodeInteger = (value: number) => (value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value))

/** The major type and its argument (RFC 8949 §3), below 2^16. */
function encodeHead(major: number, argument: number): Buffer {
  const type = major << 5
  if (argument < 24) return Buffer.from([type | argument])
  if (argument < 256) return Buffer.from([type | 24, argument])
  return Buffer.from([type | 25, argument >> 8, argument & 255])
}
