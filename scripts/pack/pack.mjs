// `npm run pack [-- name…] [--out DIR] [--json]`: builds the npm packages, or only those named, and prints the paths of their
// tarballs. Names: web, native, node, webauthn, thumbturn, dashboard, website.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../run/install.mjs'
import { packageNames, withBuiltPackage } from './builds.mjs'

try {
  packAll(readRequest())
} catch ({ message }) {
  console.error(message)
  process.exitCode = 2
}

/** @throws Error the arguments are wrong */
function readRequest() {
  const options = { out: { type: 'string' }, json: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const unknown = positionals.find((name) => !packageNames.includes(name))
  if (unknown !== undefined) throw new Error(`There is no package ${unknown}: choose from ${packageNames.join(', ')}.`)
  const chosen = positionals.length > 0 ? [...new Set(positionals)] : packageNames
  return { chosen, json: values.json, out: resolve(values.out ?? join(root, 'dist/packages')) }
}

/** The tarballs appear in the folder when all are complete. */
function packAll({ chosen, json, out }) {
  mkdirSync(out, { recursive: true })
  const partial = mkdtempSync(join(out, '.partial-'))
  try {
    const packed = chosen.map((name, index) => {
      console.error(`[${index + 1}/${chosen.length}] ${name}`)
      return withBuiltPackage(name, (folder) => pack(folder, partial))
    })
    if (chosen.length === packageNames.length) removeOthers(out, packed)
    show(
      packed.map((one) => keep(one, out)),
      json,
    )
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function pack(folder, target) {
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', target]
  const { stdout, status } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] })
  if (status !== 0) throw new Error(`npm pack failed in ${folder}`)
  const result = JSON.parse(stdout)
  const [{ name, filename, size, unpackedSize }] = Array.isArray(result) ? result : Object.values(result)
  return { name, path: join(target, filename), size, unpackedSize }
}

/** Tarballs of other versions, which a release would publish as well. */
function removeOthers(out, packed) {
  const names = packed.map(({ path }) => basename(path))
  for (const name of globSync('*.tgz', { cwd: out })) if (!names.includes(name)) rmSync(join(out, name))
}

/** Replaces an earlier tarball at once, so that another run never sees half of one. */
function keep(one, out) {
  const path = join(out, basename(one.path))
  renameSync(one.path, path)
  return { ...one, path }
}

function show(packed, json) {
  if (json) console.log(JSON.stringify(packed, null, 2))
  else for (const { path, size } of packed) console.log(`${path}  ${(size / 1024).toFixed(0)} kB`)
}
