import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Fails the build if the entry and everything that it imports statically exceed the limit, in bytes after gzip. */
export function assetBudget(limit: number): Plugin {
  return {
    name: 'thumbturn:asset-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const size = measureFirstLoad(bundle)
      if (size > limit) this.error(`The first page loads ${size} bytes of JavaScript (gzip), more than ${limit}`)
      if (process.env.SHOW_SIZE) console.log(`First load: ${size} bytes of JavaScript (gzip)`)
    },
  }
}

function measureFirstLoad(bundle: Rolldown.OutputBundle): number {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<Rolldown.OutputChunk>()
  const load = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry) load(chunk)
  return [...loaded].reduce((size, { code }) => size + gzipSync(code).length, 0)
}
