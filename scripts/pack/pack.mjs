// `npm run pack [-- name…] [--json]`: builds the npm packages, or only those named, and prints the paths of their tarballs.
// Names: web, node, webauthn, thumbturn, website.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runBuild } from '../build/run-build.mjs'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'

const builds = {
  web: () => runScript('packages/web'),
  node: () => runScript('packages/node'),
  webauthn: () => runScript('packages/webauthn'),
  thumbturn: () => runBuild(join(root, 'apps/demo'), 'build:demo') && runScript('apps/service'),
  website: buildWebsite,
}
const target = join(root, 'dist/packages')
const args = process.argv.slice(2)
const names = args.filter((argument) => !argument.startsWith('-'))
const unknown = names.find((name) => !(name in builds))

if (unknown !== undefined) fail(`There is no package ${unknown}: choose from ${Object.keys(builds).join(', ')}.`)
else packAll(names.length > 0 ? names : Object.keys(builds))

function packAll(chosen) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const packed = []
  for (const [index, name] of chosen.entries()) {
    console.error(`[${index + 1}/${chosen.length}] ${name}`)
    const folder = builds[name]()
    if (!folder) return fail(`${name} could not be built: the reason is above.`)
    packed.push(pack(folder))
  }
  if (args.includes('--json')) console.log(JSON.stringify(packed, null, 2))
  else for (const { path, size } of packed) console.log(`${path}  ${(size / 1024).toFixed(0)} kB`)
}

/** A package's own build script; returns the folder to pack. */
function runScript(workspace) {
  const { status } = spawnSync(node, ['build.ts'], { cwd: join(root, workspace), stdio: ['ignore', 2, 2] })
  return status === 0 && join(root, workspace, 'dist')
}

/** The website: its pages as they are built, below a manifest. */
function buildWebsite() {
  if (!runBuild(join(root, 'apps/docs'), 'build', { shown: true })) return false
  const folder = join(root, 'apps/docs/dist')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, 'apps/docs/build'), join(folder, 'site'), { recursive: true })
  const { status } = spawnSync(node, ['scripts/pack/website.ts', folder], { cwd: root, stdio: ['ignore', 2, 2] })
  return status === 0 && folder
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
