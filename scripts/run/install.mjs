// Runs on the machine's own Node (20 or newer), before anything is installed: plain JavaScript, no dependency.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const modifiedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** Installs the packages of a folder, unless the installed tree is as new as the lock file. */
export function ensureInstalled(folder = root, flags = []) {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20) stop(`Thumbturn needs Node 20 or newer to install itself; this is ${process.version}.`)
  if (modifiedAt(`${folder}/node_modules/.package-lock.json`) >= modifiedAt(`${folder}/package-lock.json`)) return
  console.error('Installing dependencies (npm ci); this happens once…')
  // Engine warnings are about the machine's Node, but the pinned one runs. It is a dev dependency, as are the tools that
  // build the demo, and npm would omit those if NODE_ENV is "production".
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...flags],
    {
      cwd: folder,
      // Standard output belongs to the command that follows.
      stdio: ['inherit', 2, 2],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) stop('npm ci failed: see its message above.')
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

// `node scripts/run/install.mjs lint` installs a folder with a lock file of its own, none of whose install scripts are needed.
if (process.argv[1] === fileURLToPath(import.meta.url))
  ensureInstalled(join(root, process.argv[2]), ['--ignore-scripts'])
