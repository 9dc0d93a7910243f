// Builds the website: facts from the code, pages by Docusaurus, compressed copies; then puts it in place of the old one.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { root } from '../run/install.mjs'
import { fingerprint } from './fingerprint.mjs'
import { node, run } from '../run/command.mjs'

export const site = join(root, 'apps/docs')
const built = join(site, 'build')
const next = join(site, 'build.next')
const stamp = join(site, '.docusaurus/built-from')
const lock = join(root, 'node_modules/.cache/site.lock')

// What the pages are made of.
const sources = [
  'apps/docs',
  'packages/contract',
  'packages/web/README.md',
  'packages/node/README.md',
  'apps/service/src/config.ts',
  'apps/service/src/core',
  'scripts/build/site-facts.ts',
  'bench/newest-results.ts',
  'examples',
  'bench/results',
]

/** Whether what is served was built from just these sources. */
export const isSiteBuilt = () =>
  existsSync(join(built, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(sources)

/** Builds the site unless it is built; false when that failed. One at a time, because they would share their folders. */
export async function buildSite() {
  if (isSiteBuilt()) return true
  if (!takeLock()) {
    console.log('The website is being built by another process.')
    return true
  }
  try {
    const state = fingerprint(sources)
    rmSync(next, { recursive: true, force: true })
    const docusaurus = join(site, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
    const options = { cwd: site, env: { ...process.env, NODE_ENV: 'production' } }
    if (!run(node, ['scripts/build/site-facts.ts'])) return false
    if (!run(node, [docusaurus, 'build', '--out-dir', 'build.next'], options)) return false
    await compressAll()
    rmSync(built, { recursive: true, force: true })
    renameSync(next, built)
    writeFileSync(stamp, state)
    return true
  } finally {
    rmSync(lock, { force: true })
  }
}

/** A lock that its dead owner left is taken over. */
function takeLock() {
  const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  if (owner && isAlive(owner)) return false
  rmSync(lock, { force: true })
  mkdirSync(dirname(lock), { recursive: true })
  writeFileSync(lock, String(process.pid))
  return true
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Beside every larger text a copy in Brotli, so that serving one costs nothing. */
async function compressAll() {
  const compress = promisify(brotliCompress)
  const files = globSync('**/*.{html,js,css,svg,json,txt,md,xml,yaml}', { cwd: next })
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(next, file))
      if (bytes.length < 1024) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      await writeFile(join(next, `${file}.br`), await compress(bytes, { params }))
    }),
  )
}
