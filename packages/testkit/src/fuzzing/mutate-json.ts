import type { Random } from './random.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const values: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  '',
  'a',
  '__proto__',
  '\ud800',
  '"\\',
  [],
  {},
  [[]],
  [{}],
]

/** A change of a JSON document that leaves it JSON; undefined if it isn't. `texts` can be names and values in it. */
export function mutateJson(input: Buffer, texts: readonly string[], random: Random): Buffer | undefined {
  try {
    const changed = change(JSON.parse(input.toString()) as Json, texts, random)
    return Buffer.from(JSON.stringify(changed) ?? 'null')
  } catch {
    return undefined
  }
}

const chooseValue = (texts: readonly string[], random: Random): Json =>
  random.pick<Json>(texts.length > 0 && random.below(2) === 0 ? texts : values)

/** Goes down a random path, so that what is deep inside is changed, too. */
function change(value: Json, texts: readonly string[], random: Random): Json {
  if (random.below(6) === 0) return chooseValue(texts, random)
  if (Array.isArray(value)) return changeList(value as readonly Json[], texts, random)
  if (typeof value === 'object' && value !== null) return changeObject(value as { [name: string]: Json }, texts, random)
  if (typeof value === 'string') return changeText(value, texts, random)
  if (typeof value === 'number') return random.pick([value + 1, -value, value * 2, 0, String(value)])
  return chooseValue(texts, random)
}

function changeText(text: string, texts: readonly string[], random: Random): Json {
  const at = random.below(text.length + 1)
  const added = random.pick([...texts, ' ', '.', '/', '"', '\\', '\0', 'é', '\u202e'])
  return random.pick([
    text.slice(0, at) + added + text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at),
    text.repeat(2),
    text.toUpperCase(),
    [text],
  ])
}

function changeList(list: readonly Json[], texts: readonly string[], random: Random): Json {
  const at = random.below(list.length + 1)
  if (at === list.length)
    return [...list, list.length > 0 && random.below(2) === 0 ? random.pick(list) : chooseValue(texts, random)]
  if (random.below(4) === 0) return list.toSpliced(at, 1)
  return list.with(at, change(list[at]!, texts, random))
}

function changeObject(object: { [name: string]: Json }, texts: readonly string[], random: Random): Json {
  const entries = Object.entries(object)
  const at = random.below(entries.length + 1)
  const [name, value] = entries[at] ?? [String(chooseValue(texts, random)), chooseValue(texts, random)]
  const renamed: [string, Json] = [String(chooseValue(texts, random)), value]
  const choices: [string, Json][][] = [
    entries.toSpliced(at, 1),
    entries.toSpliced(at, 1, renamed),
    entries.toSpliced(at, 0, [name.toUpperCase(), value]),
  ]
  if (random.below(3) === 0) return Object.fromEntries(random.pick(choices))
  return Object.fromEntries(entries.toSpliced(at, 1, [name, change(value, texts, random)]))
}
