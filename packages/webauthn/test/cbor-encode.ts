/** Anything the tests write as CBOR; `Raw` bytes go out as they are, so that tests can write what no encoder would. */
export type Encodable = number | string | boolean | null | Buffer | Raw | Encodable[] | Map<number | string, Encodable>

export class Raw {
  readonly bytes: Buffer
  constructor(hex: string | Buffer) {
    this.bytes = typeof hex === 'string' ? Buffer.from(hex, 'hex') : hex
  }
}

/** CTAP2 canonical CBOR, except that maps keep the order they were given. */
export function encode(value: Encodable): Buffer {
  if (value instanceof Raw) return value.bytes
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4)
  if (value === null) return Buffer.of(0xf6)
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)])
  const fields = [...value].flatMap(([key, item]) => [encode(key), encode(item)])
  return Buffer.concat([head(5, value.size), ...fields])
}

/** The first bytes of an item. */
export function head(major: number, argument: number): Buffer {
  const initial = major << 5
  if (argument < 24) return Buffer.of(initial | argument)
  if (argument < 0x100) return Buffer.of(initial | 24, argument)
  const bytes = Buffer.alloc(argument < 0x10000 ? 3 : 5)
  bytes[0] = initial | (argument < 0x10000 ? 25 : 26)
  bytes.writeUIntBE(argument, 1, bytes.length - 1)
  return bytes
}
