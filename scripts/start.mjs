// `npm start` and `npm run thumbturn`: builds the demo when its sources changed, then runs the service's command line.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensure.mjs'
import { node } from './run.mjs'

const main = join(root, 'apps/service/src/main.ts')
const args = process.argv.slice(2)
if (args.length === 0 || args[0] === 'serve') buildDemo()

process.argv = [process.argv[0], main, ...args]
await import(main)

/** Builds what /demo serves, unless it was built from just these sources. */
function buildDemo() {
  const demo = join(root, 'apps/demo')
  const stamp = join(demo, 'dist/.built-from')
  const state = fingerprint(['apps/demo', 'packages/web', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return
  console.log('Building the demo; this happens once…')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(node, [vite, 'build', '--logLevel', 'error'], { cwd: demo, stdio: 'inherit' })
  // The service does not need its demo.
  if (status !== 0) return console.error('The demo could not be built; the service starts without it.')
  mkdirSync(join(demo, 'dist'), { recursive: true })
  writeFileSync(stamp, state)
}

/** Names, sizes and times of the source files below some paths. */
function fingerprint(paths) {
  return paths
    .map((path) => join(root, path))
    .flatMap(filesBelow)
    .map((path) => {
      const { size, mtimeMs } = statSync(path)
      return `${path.slice(root.length)} ${size} ${mtimeMs}`
    })
    .join('\n')
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && name !== 'test')
    .flatMap(({ name }) => filesBelow(join(path, name)))
}
