import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readCorpus } from './corpus.ts'
import type { FuzzTarget } from './target.ts'

/** Registers a test for each target in a folder, which runs its seeds and the inputs that earlier runs kept. */
export function testSeeds(folder: string): void {
  const endOfName = '.target.ts'
  for (const file of globSync(`*${endOfName}`, { cwd: folder }).sort()) {
    const name = basename(file, endOfName)
    test(`every seed of ${name} keeps its promise`, async () => {
      const { target } = (await import(pathToFileURL(join(folder, file)).href)) as { target: FuzzTarget }
      const kept = readCorpus(join(folder, 'corpus', `${name}.json`))
      for (const input of [...target.seeds.map((seed) => Buffer.from(seed)), ...kept, Buffer.alloc(0)])
        await target.run(input)
    })
  }
}
