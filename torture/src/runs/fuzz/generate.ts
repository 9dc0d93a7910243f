import type { Random } from '../../common/random.ts'

/** The parts of JSON Schema that the contract uses. */
export type Schema = {
  type?: string
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  examples?: unknown[]
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** Values that programs treat wrongly more often than others. */
const hostile: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -0, 2 ** 53, '', ' ', [], {}, [[[]]], { toString: 1 }],
  ...['__proto__', 'constructor', '\u0000', '\ud800', 'a\u0000b', "' or 1=1; --", '%00', '../../etc/passwd'],
  ...[
    'x'.repeat(300),
    'x'.repeat(20_000),
    'ａｄａ',
    'ada\u200d',
    '\u202eada',
    'İ',
    'a\r\nb: c',
    '1e999',
    'NaN',
    'AA==',
  ],
  JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}'),
]

/** A value that the schema mostly allows. */
export function generate(schema: Schema, random: Random, depth = 0): unknown {
  const { examples = [], default: preset, anyOf, const: only, type } = schema
  if (random.next() < 0.02 || depth > 12) return random.pick(hostile)
  if (only !== undefined) return only
  if (anyOf) return generate(random.pick(anyOf), random, depth + 1)
  if (type === 'object') return generateObject(schema, random, depth)
  if (type === 'array') return generateArray(schema, random, depth)
  if (examples.length > 0 && random.next() < 0.6) return random.pick(examples)
  if (preset !== undefined && random.next() < 0.3) return preset
  return generateScalar(schema, random)
}

function generateObject({ properties = {}, required = [] }: Schema, random: Random, depth: number): object {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.next() < 0.5)
  const entries = chosen.map(([name, schema]) => [name, generate(schema, random, depth + 1)])
  return Object.fromEntries(random.next() < 0.05 ? [...entries, ['unknown', random.pick(hostile)]] : entries)
}

const generateArray = ({ items = {}, maxItems = 5 }: Schema, random: Random, depth: number): unknown[] =>
  Array.from({ length: random.between(0, Math.min(maxItems + 1, 5)) }, () => generate(items, random, depth + 1))

function generateScalar({ type, minLength = 0, maxLength = 64, minimum = 0, maximum = 1_000 }: Schema, random: Random) {
  if (type === 'boolean') return random.next() < 0.5
  if (type === 'integer') return random.between(minimum - 1, maximum + 1)
  if (type === 'number') return minimum + random.next() * (maximum - minimum)
  if (type !== 'string') return random.pick(hostile)
  const lengths = [minLength, Math.max(0, minLength - 1), Math.min(maxLength, 2_000), maxLength + 1, 8, 22, 43]
  return generateText(random, Math.min(random.pick(lengths), 20_000))
}

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFabcdef0123456789-_', '0123456789', ' \t"\\/{}[]<>&%;äß漢😀']

function generateText(random: Random, length: number): string {
  const alphabet = [...random.pick(alphabets)]
  return Array.from({ length }, () => random.pick(alphabet)).join('')
}

/** The same JSON with one thing changed at a random place. */
export function mutate(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.next() < 0.8) {
    const at = random.between(0, value.length - 1)
    return random.next() < 0.2 ? [...value, ...value] : value.with(at, mutate(value[at], random))
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && random.next() < 0.9)
    return mutateObject(value as Record<string, unknown>, random)
  if (typeof value === 'string' && value !== '' && random.next() < 0.7) return mutateText(value, random)
  return random.pick(hostile)
}

function mutateObject(value: Record<string, unknown>, random: Random): object {
  const name = random.pick(Object.keys(value))
  const { [name]: removed, ...rest } = value
  if (random.next() < 0.15) return rest
  if (random.next() < 0.05) return { ...rest, [`${name} `]: removed }
  return { ...value, [name]: mutate(removed, random) }
}

/** Changes, removes, or repeats a few characters, which in base64url changes a few bytes. */
export function mutateText(text: string, random: Random): string {
  const at = random.between(0, text.length - 1)
  const inserted = [generateText(random, 1), '', text.slice(0, at), text[at]!.repeat(3)]
  return text.slice(0, at) + random.pick(inserted) + text.slice(at + random.between(0, 3))
}
