// `node scripts/build/pages.mjs [name…]`: builds the pages of the demo that were not built from just these sources: /demo itself
// (its entry is apps/demo/index.html) and one page for each backend (apps/demo/src/<name>/index.html).
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../run/install.mjs'
import { fingerprint } from './fingerprint.mjs'
import { node } from '../run/command.mjs'

const demo = join(root, 'apps/demo')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((path) => `apps/demo/${path}`)

/** Pages of the backends, by name. */
export const backendPages = () =>
  globSync('src/*/index.html', { cwd: demo })
    .map((page) => basename(dirname(page)))
    .sort()

/** Builds what is not built yet; the names of those that failed. */
export function buildPages(names, before = () => {}) {
  const state = fingerprint([...sources, 'packages/web', 'package-lock.json'])
  const isBuilt = (name) => {
    const stamp = toStampPath(name)
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === state
  }
  const missing = names.filter((name) => !isBuilt(name))
  if (missing.length > 0) before(missing)
  return missing.filter((name) => {
    if (!build(name)) return true
    writeFileSync(toStampPath(name), state)
    return false
  })
}

const toStampPath = (name) => join(demo, 'dist', name, '.built-from')

/** The service serves /demo below its own address, a backend its page at the root. */
function build(name) {
  const [page, base] = name === 'demo' ? ['.', '/demo/'] : [`src/${name}`, '/']
  const into = ['--outDir', join(demo, 'dist', name), '--emptyOutDir']
  const args = [vite, 'build', page, '--config', 'vite.config.ts', '--base', base, ...into, '--logLevel', 'error']
  return spawnSync(node, args, { cwd: demo, stdio: 'inherit' }).status === 0
}

if (process.argv[1] === import.meta.filename) {
  const named = process.argv.slice(2)
  process.exitCode = buildPages(named.length > 0 ? named : ['demo', ...backendPages()]).length
}
