// `npm run release [-- archive deb sbom vex image] [--out DIR] [--base IMAGE] [--json]`: makes what is published besides the npm
// packages, by default archives, Debian packages, the SBOM, and the OpenVEX document. The image, which needs Docker, is made when
// it is named. Two runs for one commit write the same bytes.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../run/install.mjs'
import { kinds, makeRelease } from './make.mjs'

const stopping = new AbortController()
// A signal can arrive twice: from the terminal, and from npm.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stopping.abort())
const { signal } = stopping

await release().catch(({ message }) => {
  console.error(signal.aborted ? 'Stopped: nothing was written.' : message)
  process.exitCode = signal.aborted ? 130 : 2
})

async function release() {
  const { chosen, out, base, json } = readRequest()
  mkdirSync(out, { recursive: true })
  const folder = mkdtempSync(join(out, '.partial-'))
  try {
    const announce = (step, steps, what) => console.error(`[${step}/${steps}] ${what}`)
    const made = await makeRelease(chosen, { folder, base, signal, announce })
    // Only now, when all are complete.
    show(
      made.map((one) => keep(one, out)),
      json,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @throws Error the arguments are wrong */
function readRequest() {
  const options = { out: { type: 'string' }, base: { type: 'string' }, json: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const unknown = positionals.find((word) => !kinds.includes(word))
  if (unknown !== undefined) throw new Error(`There is no artifact ${unknown}: choose from ${kinds.join(', ')}.`)
  const chosen = positionals.length > 0 ? [...new Set(positionals)] : ['archive', 'deb', 'sbom', 'vex']
  return { ...values, chosen, out: resolve(values.out ?? join(root, 'dist/release')) }
}

function keep(one, out) {
  if (one.path === undefined) return one
  const path = join(out, basename(one.path))
  renameSync(one.path, path)
  return { ...one, path }
}

function show(made, json) {
  if (json) console.log(JSON.stringify(made, null, 2))
  else for (const { path, tag, size } of made) console.log(`${path ?? tag}  ${(size / 1e6).toFixed(1)} MB`)
}
