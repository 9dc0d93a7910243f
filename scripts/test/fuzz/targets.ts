import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The URL of a file by its path from the root. */
export const toUrl = (file: string) => pathToFileURL(join(root, file)).href

/** A target by its name: that of its file. */
export type NamedTarget = { name: string; file: string; target: FuzzTarget }

const endOfName = '.target.ts'

/** The targets with one of the words in their name, or all. */
export async function loadTargets(words: readonly string[]): Promise<NamedTarget[]> {
  const files = globSync(`{packages,apps}/*/test/fuzzing/*${endOfName}`, { cwd: root }).sort()
  const named = files.map((file) => ({ name: basename(file, endOfName), file }))
  const chosen = named.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  return Promise.all(chosen.map(async ({ name, file }) => ({ name, file, target: await load(file) })))
}

const load = async (file: string) => ((await import(toUrl(file))) as { target: FuzzTarget }).target

/** The file of the inputs that earlier runs found. */
export const findCorpusFile = ({ file, name }: NamedTarget) => join(root, dirname(file), 'corpus', `${name}.json`)
