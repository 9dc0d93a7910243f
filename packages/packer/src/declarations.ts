import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Imports of neighbors; declarations that TypeScript emits still name the source files. */
const neighbor = /(from|import|import\() ?'(\.{1,2}\/[\w./-]+?)\.(?:tsx?|js)'/g

/**
 * Keeps the declarations below `folder` that the entries reach and deletes the rest, so that internals stay internal.
 * Imports of neighbors end in `.js` afterward.
 * @param entries paths of `.d.ts` files, relative to the folder
 * @throws Error a declaration names a package of this repository that isn't published
 */
export function keepReachedDeclarations(folder: string, entries: readonly string[]): void {
  const reached = new Set<string>()
  const reach = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    const text = readFileSync(path, 'utf8').replaceAll(neighbor, "$1 '$2.js'").replaceAll("import( '", "import('")
    if (/'@thumbturn\/(contract|service)/.test(text)) throw new Error(`${path} names a package that isn't published`)
    writeFileSync(path, text)
    for (const [, , name] of text.matchAll(neighbor)) reach(join(dirname(path), `${name}.d.ts`))
  }
  for (const entry of entries) reach(join(folder, entry))
  for (const file of globSync('**/*.d.ts', { cwd: folder }))
    if (!reached.has(join(folder, file))) rmSync(join(folder, file))
}
