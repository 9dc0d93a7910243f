import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runBuild } from '../build/run-build.mjs'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'

/** The npm packages by name. Each function builds one in the folder, and returns whether it succeeded. */
const packageBuilds = {
  web: (folder) => runScript('packages/web', folder),
  native: (folder) => runScript('packages/native', folder),
  node: (folder) => runScript('packages/node', folder),
  webauthn: (folder) => runScript('packages/webauthn', folder),
  thumbturn: buildService,
  dashboard: buildDashboard,
  website: buildWebsite,
}

/** The names of the npm packages, as `npm run pack` takes them. */
export const packageNames = Object.keys(packageBuilds)

const cache = join(root, 'node_modules/.cache')

/**
 * Builds a package and passes its folder to `use`. Each run has a folder of its own, so two runs don't disturb each other.
 * All are equally deep, as source maps contain relative paths.
 * @throws Error the package could not be built
 */
export function withBuiltPackage(name, use) {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'pack-'))
  try {
    if (!packageBuilds[name](folder)) throw new Error(`${name} could not be built: the reason is above.`)
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A package's own build script. */
function runScript(workspace, folder) {
  const { status } = spawnSync(node, ['build.ts', folder], { cwd: join(root, workspace), stdio: ['ignore', 2, 2] })
  return status === 0
}

/** The service, with the pages that it always brings. */
function buildService(folder) {
  const hasPages = runBuild(join(root, 'apps/demo'), 'build:demo') && runBuild(join(root, 'apps/hosted'), 'build')
  return hasPages && runScript('apps/service', folder)
}

/** The website: its pages as they are built, below a manifest. */
function buildWebsite(folder) {
  if (!runBuild(join(root, 'apps/docs'), 'build', { shown: true })) return false
  return wrapPages('website', folder, join(root, 'apps/docs/build'))
}

/** The same of the dashboard. */
function buildDashboard(folder) {
  if (!runBuild(join(root, 'apps/dashboard'), 'build')) return false
  return wrapPages('dashboard', folder, join(root, 'apps/dashboard/dist'))
}

function wrapPages(name, folder, pages) {
  cpSync(pages, join(folder, 'site'), { recursive: true })
  const { status } = spawnSync(node, ['scripts/pack/pages.ts', name, folder], { cwd: root, stdio: ['ignore', 2, 2] })
  return status === 0
}
