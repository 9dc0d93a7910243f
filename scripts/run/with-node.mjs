// `node scripts/run/with-node.mjs <script> […]`: installs what is missing, then runs the script on the pinned Node. If this
// process already runs on it, it becomes the script's process (execve) instead of waiting for a child. With --help, it prints the
// comment at the top of a script that prints no help of its own.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './install.mjs'

const [script, ...args] = process.argv.slice(2)
const withHelp = ['scripts/run/start.mjs', 'scripts/run/demo-data.ts', 'scripts/test/torture.mjs']
if (args.includes('--help') && !withHelp.includes(script)) {
  console.log(readTopComment(join(root, script)))
  process.exit()
}

ensureInstalled()

const tuning = new URL('../../apps/service/bin/tuning.mjs', import.meta.url)
const { listServingFlags, nodeFlags, tuneEnvironment } = await import(tuning.href)
const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node
const node = join(root, 'node_modules/node/bin/node')

const flags = script.endsWith('start.mjs') ? listServingFlags(process.env) : nodeFlags
const environment = tuneEnvironment({
  ...process.env,
  // Compiled code isn't cached in the shared temporary folder, where another account of the machine could plant code.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compile'),
})

if (process.versions.node !== pinned) {
  const child = spawn(node, [...flags, join(root, script), ...args], { stdio: 'inherit', env: environment })
  // Ctrl+C reaches the child directly; signals to this process alone are forwarded.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else if (process.execve && process.platform !== 'win32') {
  process.execve(process.execPath, [process.execPath, ...flags, resolve(root, script), ...args], environment)
} else {
  module.enableCompileCache(environment.NODE_COMPILE_CACHE)
  process.argv = [process.argv[0], resolve(root, script), ...args]
  await import(pathToFileURL(process.argv[1]).href)
}

function readTopComment(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')
}
