// `node scripts/with-node.mjs <script> […]`: installs what is missing, then runs the script on the pinned Node. When this
// very process is already the pinned one, nothing is spawned, so that a second start is quick.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './ensure.mjs'

ensureInstalled()

const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node
const [script, ...args] = process.argv.slice(2)

// In the environment, so that the child and the worker threads use it too. Not in the shared temporary folder, where
// another account of the machine could leave code for us.
const cache = join(root, 'node_modules/.cache/compile')
process.env.NODE_COMPILE_CACHE ??= cache

if (process.versions.node === pinned) {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  process.argv = [process.argv[0], resolve(root, script), ...args]
  await import(pathToFileURL(process.argv[1]).href)
} else {
  const child = spawn(join(root, 'node_modules/node/bin/node'), [join(root, script), ...args], { stdio: 'inherit' })
  // A Ctrl+C reaches the child by itself; what is sent to this process alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
