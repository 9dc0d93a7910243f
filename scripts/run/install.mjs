// Runs on the machine's own Node (20 or newer), before anything is installed: plain JavaScript, no dependency.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const modifiedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** Installs what is missing, and nothing when the installed tree is as new as the lock file. */
export function ensureInstalled(folder = root, flags = []) {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20) stop(`Thumbturn needs Node 20 or newer to install itself; this is ${process.version}.`)
  if (modifiedAt(`${folder}/node_modules/.package-lock.json`) >= modifiedAt(`${folder}/package-lock.json`)) return
  console.error('Installing dependencies (npm ci); this happens once…')
  // Engine warnings are about the machine's Node; what runs afterwards is the pinned one. It is a dev dependency, as is
  // what builds the demo, and npm would leave those out where NODE_ENV is "production".
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...flags],
    {
      cwd: folder,
      // Standard output belongs to the command that comes after.
      stdio: ['inherit', 2, 2],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) stop('npm ci failed: its own message is above.')
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

// `node scripts/run/install.mjs lint` installs a folder with a lock file of its own, none of whose install scripts are needed.
if (process.argv[1] === fileURLToPath(import.meta.url))
  ensureInstalled(join(root, process.argv[2]), ['--ignore-scripts'])
