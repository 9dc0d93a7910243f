import { type Reason, reject } from '../errors.ts'

/** A decoded item. Integers beyond 2^53 are bigint; map keys are what WebAuthn uses: integers and text. */
export type CborValue =
  | number
  | bigint
  | string
  | boolean
  | null
  | undefined
  | Buffer
  | CborFloat
  | CborValue[]
  | CborMap
export type CborKey = number | bigint | string
export type CborMap = Map<CborKey, CborValue>

/** A floating-point number. Not a `number`, because 2.0 must not pass as the integer 2. */
export class CborFloat {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/**
 * How strictly to decode, and the reason of errors. `canonical` is CTAP2's form, `any-order` allows any order of map
 * keys, and `lenient` also allows longer encodings of numbers and lengths. All reject duplicate keys, tags, and
 * indefinite lengths.
 */
export type CborRules = { form: 'canonical' | 'any-order' | 'lenient'; reason: Reason }

// CTAP2 allows 4 levels; a compound attestation object, assembled by the client, has 5.
const deepest = 8
// Keys and values of maps count, too. The largest statements have about a hundred.
const mostItems = 1000

type Reader = { bytes: Buffer; at: number; items: number; rules: CborRules }

/**
 * Decodes exactly one item that spans all bytes (CTAP2 canonical CBOR, RFC 8949).
 * @throws WebAuthnError with the reason of the rules
 */
export function decodeOnly(bytes: Buffer, rules: CborRules): CborValue {
  const { value, end } = decodeFirst(bytes, 0, rules)
  if (end !== bytes.length) reject(rules.reason, `CBOR: ${bytes.length - end} bytes after the item`)
  return value
}

/**
 * Decodes the item at `start` and returns its end. Byte strings are views of the input, not copies.
 * @throws WebAuthnError with the reason of the rules
 */
export function decodeFirst(bytes: Buffer, start: number, rules: CborRules): { value: CborValue; end: number } {
  const reader = { bytes, at: start, items: 0, rules }
  const value = readItem(reader, deepest)
  return { value, end: reader.at }
}

function readItem(reader: Reader, levels: number): CborValue {
  if (++reader.items > mostItems) fail(reader, `more than ${mostItems} items`)
  const initial = take(reader, 1)[0]!
  const major = initial >> 5
  const information = initial & 31
  if (major === 7) return readSimple(reader, information)
  const argument = readArgument(reader, information)
  switch (major) {
    case 0:
      return argument
    case 1:
      return typeof argument === 'bigint' ? -1n - argument : -1 - argument
    case 2:
      return take(reader, argument)
    case 3:
      return readText(reader, argument)
    case 4:
      return readArray(reader, checkCount(reader, argument, 1), inside(reader, levels))
    case 5:
      return readMap(reader, checkCount(reader, argument, 2), inside(reader, levels))
    default:
      return fail(reader, 'tags are not allowed')
  }
}

function readArgument(reader: Reader, information: number): number | bigint {
  if (information < 24) return information
  if (information > 27) fail(reader, information === 31 ? 'indefinite lengths are not allowed' : 'reserved length')
  const width = 1 << (information - 24)
  const bytes = take(reader, width)
  const argument = width === 8 ? narrow(bytes.readBigUInt64BE()) : bytes.readUIntBE(0, width)
  if (reader.rules.form !== 'lenient' && argument < smallestFor(width))
    fail(reader, 'a number is not in its shortest form')
  return argument
}

const narrow = (wide: bigint) => (wide <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(wide) : wide)

const smallestFor = (width: number) => (width === 1 ? 24 : 2 ** (width * 4))

function readSimple(reader: Reader, information: number): CborValue {
  switch (information) {
    case 20:
      return false
    case 21:
      return true
    case 22:
      return null
    case 23:
      return undefined
    case 25:
      return new CborFloat(view(take(reader, 2)).getFloat16(0))
    case 26:
      return new CborFloat(view(take(reader, 4)).getFloat32(0))
    case 27:
      return new CborFloat(view(take(reader, 8)).getFloat64(0))
    default:
      return fail(reader, 'unknown simple value')
  }
}

const view = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readText(reader: Reader, length: number | bigint): string {
  const bytes = take(reader, length)
  try {
    return utf8.decode(bytes)
  } catch {
    return fail(reader, 'text is not UTF-8')
  }
}

function readArray(reader: Reader, count: number, levels: number): CborValue[] {
  const items: CborValue[] = []
  for (let i = 0; i < count; i++) items.push(readItem(reader, levels))
  return items
}

function readMap(reader: Reader, count: number, levels: number): CborMap {
  const map: CborMap = new Map()
  let previous: Buffer | undefined
  for (let i = 0; i < count; i++) {
    const from = reader.at
    const key = readItem(reader, levels)
    if (typeof key !== 'number' && typeof key !== 'bigint' && typeof key !== 'string') {
      fail(reader, 'a map key is neither an integer nor text')
    }
    if (map.has(key)) fail(reader, `map key ${key} occurs twice`)
    const encoded = reader.bytes.subarray(from, reader.at)
    // For shortest forms, bytewise order is CTAP2's order: major type, then length, then content.
    if (previous && previous.compare(encoded) > 0) fail(reader, 'map keys are not in order')
    if (reader.rules.form === 'canonical') previous = encoded
    map.set(key, readItem(reader, levels))
  }
  return map
}

function take(reader: Reader, length: number | bigint): Buffer {
  const from = reader.at
  if (length > reader.bytes.length - from) fail(reader, 'the input ends inside an item')
  reader.at = from + Number(length)
  return reader.bytes.subarray(from, reader.at)
}

// An item has at least one byte, so a larger count is invalid and must not allocate memory.
function checkCount(reader: Reader, argument: number | bigint, bytesEach: number): number {
  const count = Number(argument)
  if (count * bytesEach > reader.bytes.length - reader.at) fail(reader, 'the input ends inside an array or map')
  return count
}

function inside(reader: Reader, levels: number): number {
  if (levels === 0) fail(reader, `nested deeper than ${deepest} levels`)
  return levels - 1
}

function fail(reader: Reader, message: string): never {
  reject(reader.rules.reason, `CBOR: ${message}, at byte ${reader.at}`)
}
