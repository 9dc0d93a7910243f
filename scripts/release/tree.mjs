// The folders that archives, Debian packages, and images are made from, one for each platform.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withBuiltPackage } from '../pack/builds.mjs'
import { root } from '../run/install.mjs'
import { execute } from './execute.mjs'
import { facts, fillFile } from './fill.mjs'
import { placeLibatomic } from './libatomic.mjs'
import { createProductionLock } from './production-lock.mjs'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

const npmInstall = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** The workspaces whose code is in the package `thumbturn`, with the packages that they depend on. */
const bundledWorkspaces = ['apps/service', 'apps/hosted', 'packages/contract', 'packages/webauthn']

/**
 * The package `thumbturn` with the dashboard; both contain the packages that they depend on, so they are the same for every
 * platform. Returns the folder, and two folders that lock these packages, for the list of components.
 * @throws Error a package could not be built
 */
export function buildApp(folder) {
  const app = join(folder, 'app')
  withBuiltPackage('thumbturn', (built) => cpSync(built, app, { recursive: true }))
  const target = join(app, 'node_modules/@thumbturn/dashboard')
  withBuiltPackage('dashboard', (built) => cpSync(built, target, { recursive: true }))
  const service = { ...readJson(join(app, 'package.json')), dependencies: listDependencies() }
  return {
    app,
    service: lockPackages(join(folder, 'service'), service),
    dashboard: lockPackages(join(folder, 'dashboard'), readJson(join(root, 'apps/dashboard/package.json'))),
  }
}

function listDependencies() {
  const manifests = bundledWorkspaces.map((path) => readJson(join(root, path, 'package.json')))
  return Object.assign({}, ...manifests.map(({ dependencies }) => dependencies))
}

/** Writes the manifest and lock file of what a package depends on, without our own packages, into a new folder. Returns it. */
function lockPackages(folder, { name, version, dependencies: all }) {
  const dependencies = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('@thumbturn/')))
  const manifest = { name, version, dependencies }
  mkdirSync(folder)
  writeJson(join(folder, 'package.json'), manifest)
  writeJson(
    join(folder, 'package-lock.json'),
    createProductionLock(manifest, readJson(join(root, 'package-lock.json'))),
  )
  return folder
}

/** Everything for one platform in a folder of its own. Returns that folder. */
export async function buildTree(platform, { app, sbom, folder, signal }) {
  const tree = join(folder, `thumbturn-${facts.version}-linux-${platform.arch}`)
  mkdirSync(join(tree, 'bin'), { recursive: true })
  cpSync(app, join(tree, 'app'), { recursive: true })
  await placeNode(platform, { tree, folder, signal })
  await placeLibatomic(platform, join(tree, 'runtime/lib'), { signal })
  fillFile('thumbturn', join(tree, 'bin/thumbturn'), { mode: 0o755 })
  fillFile('README.md', join(tree, 'README.md'), { values: platform })
  await copyFile(join(root, 'deploy/Dockerfile'), join(tree, 'Dockerfile'))
  await copyFile(join(root, 'LICENSE'), join(tree, 'LICENSE'))
  await copyFile(sbom, join(tree, 'thumbturn.cdx.json'))
  await execute('chmod', ['-R', 'u=rwX,go=rX', tree], { signal })
  return tree
}

/** The pinned Node, checked against the lock file. */
async function placeNode({ arch }, { tree, folder, signal }) {
  const installed = join(folder, `node-${arch}`)
  cpSync(join(import.meta.dirname, 'runtime'), installed, { recursive: true })
  await execute('npm', [...npmInstall, '--os=linux', `--cpu=${arch}`], { cwd: installed, signal })
  const from = join(installed, 'node_modules', `node-linux-${arch}`)
  mkdirSync(join(tree, 'runtime/bin'), { recursive: true })
  await copyFile(join(from, 'bin/node'), join(tree, 'runtime/bin/node'))
  await copyFile(join(from, 'LICENSE'), join(tree, 'runtime/LICENSE'))
  rmSync(installed, { recursive: true })
}
