// The command of the website's build (apps/docs/package.json, "wireit"): installs the website's own packages, builds the
// pages with Docusaurus, compresses copies of them, and replaces the previous build.
import { globSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'

const site = join(root, 'apps/docs')
const built = join(site, 'build')
const next = join(site, 'build.next')

ensureInstalled(site, ['--ignore-scripts'])
rmSync(next, { recursive: true, force: true })
const docusaurus = join(site, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
const options = { cwd: site, env: { ...process.env, NODE_ENV: 'production' } }
if (run(node, [docusaurus, 'build', '--out-dir', 'build.next'], options)) {
  await compressAll()
  rmSync(built, { recursive: true, force: true })
  renameSync(next, built)
} else process.exitCode = 1

/** Writes a Brotli and a gzip copy next to each larger text file, so that serving it takes no processor time. */
async function compressAll() {
  const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
  const files = globSync('**/*.{html,js,css,svg,json,txt,md,xml,yaml}', { cwd: next })
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(next, file))
      if (bytes.length < 1024) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(join(next, `${file}.br`), await brotli(bytes, { params }))
      await writeFile(join(next, `${file}.gz`), await zip(bytes, { level: 9 }))
    }),
  )
}
