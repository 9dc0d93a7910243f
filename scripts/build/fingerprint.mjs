import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run/install.mjs'

const made = new Set(['node_modules', 'dist', 'test', 'build', 'build.next', '.docusaurus', 'generated', 'e2e'])

/** Names, sizes and times of the source files below some paths. */
export function fingerprint(paths) {
  return paths
    .map((path) => join(root, path))
    .flatMap(filesBelow)
    .map((path) => {
      const { size, mtimeMs } = statSync(path)
      return `${path.slice(root.length)} ${size} ${mtimeMs}`
    })
    .join('\n')
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !made.has(name))
    .flatMap(({ name }) => filesBelow(join(path, name)))
}
