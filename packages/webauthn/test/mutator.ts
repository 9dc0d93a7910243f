import type { Random } from '@thumbturn/testkit/fuzzing/random.ts'
import { CborFloat, type CborMap, type CborValue } from '../src/cbor/decode.ts'
import { type Encodable, encode } from './cbor-encode.ts'

const interesting = [0, 1, 0x7f, 0x80, 0xff, 0x18, 0x1b, 0x3b, 0x5b, 0x7b, 0x9f, 0xbf, 0xa0, 0xf6, 0xf9, 0x30, 0x04]

/** One to four small changes somewhere in the bytes: bits, bytes, lengths, cuts, insertions, repetitions. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  let changed: Buffer = Buffer.from(bytes)
  for (let i = random.below(4); i >= 0; i--) changed = changeOnce(changed, random)
  return changed
}

function changeOnce(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (random.below(8)) {
    case 0:
      return Buffer.concat([before, after.map((byte, i) => (i === 0 ? byte ^ (1 << random.below(8)) : byte))])
    case 1:
      return Buffer.concat([before, Buffer.of(random.pick(interesting)), after.subarray(1)])
    case 2:
      return Buffer.concat([before, random.bytes(random.below(9)), after])
    case 3:
      return Buffer.concat([before, after.subarray(random.below(9))])
    case 4:
      return Buffer.from(before)
    case 5:
      return Buffer.concat([before, bytes.subarray(0, random.below(64)), after])
    case 6:
      return Buffer.concat([Buffer.of(0), bytes])
    default:
      return Buffer.concat([before, random.bytes(8), after.subarray(8)])
  }
}

const replacements: Encodable[] = [
  0,
  -1,
  -7,
  4294967295,
  '',
  'x',
  true,
  null,
  Buffer.alloc(0),
  Buffer.alloc(37),
  [],
  [[]],
]

/** The same CBOR value with something in it changed, replaced, removed, doubled or of another type. */
export function mutateValue(value: CborValue, random: Random): Encodable {
  if (random.below(12) === 0) return random.pick(replacements)
  if (Buffer.isBuffer(value)) return mutateBytes(value, random)
  if (typeof value === 'number') return random.pick([value + 1, -value, 0, -257, 2 ** 31])
  if (typeof value === 'string') return random.pick([`${value} `, value.toUpperCase(), '', '__proto__'])
  if (Array.isArray(value)) return mutateArray(value, random)
  if (value instanceof Map) return mutateMap(value, random)
  return null
}

function mutateArray(items: CborValue[], random: Random): Encodable {
  const copy = items as Encodable[]
  const at = random.below(items.length + 1)
  if (at === items.length) return [...copy, random.pick([...copy, ...replacements])]
  if (random.below(6) === 0) return copy.toSpliced(at, 1)
  return copy.with(at, mutateValue(items[at], random))
}

function mutateMap(map: CborMap, random: Random): Encodable {
  const entries = [...map] as [string, Encodable][]
  const at = random.below(entries.length + 1)
  const [key, value] = entries[at] ?? [random.pick(['zzzzzzzzz', '__proto__', 'x5c', 'alg']), 0]
  if (random.below(6) === 0) return new Map(entries.toSpliced(at, 1))
  return new Map([...entries.slice(0, at), [key, mutateValue(value as CborValue, random)], ...entries.slice(at + 1)])
}

/** Whether the tests' encoder can write a value that the decoder read: it has no floats, and no numbers beyond 32 bits. */
export function isEncodable(value: unknown): boolean {
  if (value instanceof Map) return [...value].flat().every(isEncodable)
  if (Array.isArray(value)) return value.every(isEncodable)
  if (typeof value === 'number') return Math.abs(value) < 2 ** 32 - 1 && Number.isInteger(value)
  return value !== undefined && typeof value !== 'bigint' && !(value instanceof CborFloat)
}

/** Encodes what the decoder read, as it was. */
export const reencode = (value: CborValue) => encode(value as Encodable)
