import type { Random } from './random.ts'

/** The material of mutations: words of the sources, the comparisons of the input that failed, and another input. */
export type Material = {
  words: readonly Buffer[]
  pairs: readonly (string | number)[]
  other: Buffer
  longest: number
}

/** One to eight changes, fewer more often. */
export function mutateBytes(input: Buffer, material: Material, random: Random): Buffer {
  let changed = input
  do changed = random.pick(changes)(changed, random, material)
  while (random.below(2) === 0)
  return changed.subarray(0, material.longest)
}

type Mutation = (input: Buffer, random: Random, material: Material) => Buffer

const interesting = [0, 1, 0x7f, 0x80, 0xff, 0x18, 0x1b, 0x3b, 0x5b, 0x7b, 0x9f, 0xbf, 0xa0, 0xf6, 0xf9, 0x30, 0x04]
const marks = [...'"\'\\/.;:,=&?#%@[](){}*+- \t\n\0'].map((mark) => mark.charCodeAt(0))

const insert = (input: Buffer, at: number, added: Buffer) =>
  Buffer.concat([input.subarray(0, at), added, input.subarray(at)])

const overwrite = (input: Buffer, at: number, added: Buffer) =>
  Buffer.concat([input.subarray(0, at), added, input.subarray(at + added.length)])

/** A place, and how many bytes from there, few more often. */
function choosePart({ length }: Buffer, random: Random): [start: number, end: number] {
  const start = random.below(length + 1)
  const size = 1 + random.below(random.below(2) === 0 ? 8 : length - start + 1)
  return [start, Math.min(length, start + size)]
}

function setByte(input: Buffer, random: Random, value: (before: number) => number): Buffer {
  if (input.length === 0) return Buffer.of(value(0))
  const changed = Buffer.from(input)
  const at = random.below(input.length)
  changed[at] = value(input[at]!)
  return changed
}

const flipBit: Mutation = (input, random) => setByte(input, random, (byte) => byte ^ (1 << random.below(8)))
const replaceByte: Mutation = (input, random) =>
  setByte(input, random, () => random.pick([interesting, marks, [random.below(256)]][random.below(3)]!))
const addToByte: Mutation = (input, random) => setByte(input, random, (byte) => byte + random.below(33) - 16)

const insertBytes: Mutation = (input, random) =>
  insert(input, random.below(input.length + 1), Buffer.of(random.pick(random.below(2) === 0 ? marks : interesting)))
const insertRandom: Mutation = (input, random) =>
  insert(input, random.below(input.length + 1), random.bytes(1 + random.below(8)))

const removePart: Mutation = (input, random) => {
  const [start, end] = choosePart(input, random)
  return Buffer.concat([input.subarray(0, start), input.subarray(end)])
}

const repeatPart: Mutation = (input, random) => {
  const [start, end] = choosePart(input, random)
  const times = random.below(8) === 0 ? 1 + random.below(64) : 1
  return insert(input, end, Buffer.concat(Array.from({ length: times }, () => input.subarray(start, end))))
}

const movePart: Mutation = (input, random) => {
  const [start, end] = choosePart(input, random)
  const rest = Buffer.concat([input.subarray(0, start), input.subarray(end)])
  return insert(rest, random.below(rest.length + 1), input.subarray(start, end))
}

const takeFromOther: Mutation = (input, random, { other }) => {
  const part = other.subarray(...choosePart(other, random))
  return random.pick([insert, overwrite])(input, random.below(input.length + 1), part)
}

const crossOver: Mutation = (input, random, { other }) =>
  Buffer.concat([input.subarray(0, random.below(input.length + 1)), other.subarray(random.below(other.length + 1))])

const insertWord: Mutation = (input, random, { words }) =>
  words.length === 0
    ? input
    : random.pick([insert, overwrite])(input, random.below(input.length + 1), random.pick(words))

/** Digits become other numbers: sizes, times, and indexes in text. */
const changeNumber: Mutation = (input, random) => {
  const text = input.toString('latin1')
  const [found] = [...text.matchAll(/\d+/g)].slice(random.below(8))
  if (!found) return insertRandom(input, random, { words: [], pairs: [], other: input, longest: 0 })
  const number = Number(found[0])
  const changed = random.pick([number + 1, number - 1, -number, 0, number * 2, 2 ** 31, 2 ** 32, 2 ** 53, `0${number}`])
  return Buffer.from(text.slice(0, found.index) + changed + text.slice(found.index + found[0].length), 'latin1')
}

/** The forms in which a value of a comparison can be in the input. */
function encodeForms(value: string | number): Buffer[] {
  if (typeof value === 'string') return [Buffer.from(value)]
  const text = Buffer.from(String(value))
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32) return [text]
  const wide = Buffer.alloc(4)
  wide.writeUInt32BE(value)
  return [text, wide, ...(value < 65_536 ? [wide.subarray(2)] : [])]
}

/** Replaces the value that a comparison saw with the one that it looked for. */
const satisfyComparison: Mutation = (input, random, { pairs }) => {
  if (pairs.length === 0) return input
  const at = random.below(pairs.length)
  const [seen, wanted] = [encodeForms(pairs[at]!), encodeForms(pairs[at ^ 1]!)]
  const form = random.below(Math.min(seen.length, wanted.length))
  const found = seen[form]!.length === 0 ? -1 : input.indexOf(seen[form]!)
  if (found < 0) return insert(input, random.below(input.length + 1), wanted[form]!)
  return Buffer.concat([input.subarray(0, found), wanted[form]!, input.subarray(found + seen[form]!.length)])
}

const changes: readonly Mutation[] = [
  flipBit,
  replaceByte,
  addToByte,
  insertBytes,
  insertRandom,
  removePart,
  removePart,
  repeatPart,
  movePart,
  takeFromOther,
  crossOver,
  insertWord,
  insertWord,
  changeNumber,
  satisfyComparison,
  satisfyComparison,
]
