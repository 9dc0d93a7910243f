import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './install.mjs'

/** The pinned Node, whatever runs this. */
export const node = join(root, 'node_modules/node/bin/node')

const longestLine = 160

/** Runs a command with its output shown; true when it succeeded. */
export function run(command, args, options = {}) {
  const words = [command, ...args].join(' ').replaceAll(`${root}`, '')
  console.log(`\n› ${words.length > longestLine ? `${words.slice(0, longestLine)}…` : words}`)
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

/** A program of the installed packages. */
export const bin = (name) => join(root, 'node_modules/.bin', name)
