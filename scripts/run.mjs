import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './ensure.mjs'

/** The pinned Node, whatever runs this. */
export const node = join(root, 'node_modules/node/bin/node')

/** Runs a command with its output shown; true when it succeeded. */
export function run(command, args, options = {}) {
  console.log(`\n› ${[command, ...args].join(' ').replaceAll(`${root}`, '')}`)
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

/** A program of the installed packages. */
export const bin = (name) => join(root, 'node_modules/.bin', name)
