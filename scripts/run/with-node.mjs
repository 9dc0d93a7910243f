// `node scripts/run/with-node.mjs <script> […]`: installs what is missing, then runs the script on the pinned Node. Where this
// process is already the pinned one, it becomes that program (execve) instead of waiting for a child.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()

const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node
const node = join(root, 'node_modules/node/bin/node')
const [script, ...args] = process.argv.slice(2)

// A request's garbage is a few kilobytes, so a small young generation serves as well as a large one; one thread is enough
// for V8's own work; and of its optimising compilers the middle one takes 20 MB while a server warms up, which glibc never
// gives back, for code that the last one replaces.
const flags = ['--max-semi-space-size=4', '--v8-pool-size=1', '--no-maglev']
// The service's live data fits many times. On a machine with much memory V8 would otherwise let garbage pile up; whoever
// has tens of thousands of applications says --max-old-space-size in NODE_OPTIONS.
const limited = /max[-_](old[-_]space|heap)[-_]size/.test(process.env.NODE_OPTIONS ?? '')
if (script.endsWith('start.mjs') && !limited) flags.push('--max-old-space-size=256')
const environment = {
  ...process.env,
  // Compiled code. Not in the shared temporary folder, where another account of the machine
  // could leave code for us.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compile'),
  // glibc keeps a heap for every thread, some 10 MB each, unless told; it reads this only when a program begins.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  // Signatures are computed here; more threads than processors only make them, and the event loop, wait for each other.
  // One more waits for the disk.
  UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? String(Math.max(2, Math.min(4, availableParallelism())) + 1),
}

if (process.versions.node !== pinned) {
  const child = spawn(node, [...flags, join(root, script), ...args], { stdio: 'inherit', env: environment })
  // A Ctrl+C reaches the child by itself; what is sent to this process alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else if (process.execve && process.platform !== 'win32') {
  process.execve(process.execPath, [process.execPath, ...flags, resolve(root, script), ...args], environment)
} else {
  module.enableCompileCache(environment.NODE_COMPILE_CACHE)
  process.argv = [process.argv[0], resolve(root, script), ...args]
  await import(pathToFileURL(process.argv[1]).href)
}
