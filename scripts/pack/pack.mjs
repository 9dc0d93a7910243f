// `npm run pack [-- name…] [--json]`: builds the npm packages, or only those named, and prints the paths of their tarballs.
// Names: web, node, webauthn, thumbturn, website.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run/install.mjs'
import { packageBuilds } from './builds.mjs'

const target = join(root, 'dist/packages')
const args = process.argv.slice(2)
const names = args.filter((argument) => !argument.startsWith('-'))
const unknown = names.find((name) => !(name in packageBuilds))

if (unknown !== undefined) fail(`There is no package ${unknown}: choose from ${Object.keys(packageBuilds).join(', ')}.`)
else packAll(names.length > 0 ? names : Object.keys(packageBuilds))

function packAll(chosen) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const packed = []
  for (const [index, name] of chosen.entries()) {
    console.error(`[${index + 1}/${chosen.length}] ${name}`)
    const folder = packageBuilds[name]()
    if (!folder) return fail(`${name} could not be built: the reason is above.`)
    packed.push(pack(folder))
  }
  if (args.includes('--json')) console.log(JSON.stringify(packed, null, 2))
  else for (const { path, size } of packed) console.log(`${path}  ${(size / 1024).toFixed(0)} kB`)
}

function pack(folder) {
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', target]
  const { stdout, status } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] })
  if (status !== 0) throw new Error(`npm pack failed in ${folder}`)
  const result = JSON.parse(stdout)
  const [{ name, filename, size, unpackedSize }] = Array.isArray(result) ? result : Object.values(result)
  return { name, path: join(target, filename), size, unpackedSize }
}

function fail(message) {
  console.error(message)
  process.exitCode = 2
}
