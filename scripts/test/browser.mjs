import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const installed = () => candidates.find((path) => path && existsSync(path))

/** The path of Chromium, which apt installs on Debian as root. Prints advice and returns undefined if there is none. */
export function ensureChromium() {
  const found = installed() ?? installByApt()
  if (found) return found
  console.error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium; macOS: Google Chrome)\nor set CHROMIUM_PATH to its executable, and run npm test again.',
  )
}

function installByApt() {
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) return undefined
  console.log('Installing Chromium with apt-get; this happens once…')
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return installed()
}
