import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runBuild } from '../build/run-build.mjs'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'

/** The npm packages by name. Each function builds one and returns the folder to pack, or false if it failed. */
export const packageBuilds = {
  web: () => runScript('packages/web'),
  node: () => runScript('packages/node'),
  webauthn: () => runScript('packages/webauthn'),
  thumbturn: () => runBuild(join(root, 'apps/demo'), 'build:demo') && runScript('apps/service'),
  website: buildWebsite,
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
