import { existsSync } from 'node:fs'
import { installByApt } from './apt.mjs'

const shell = '/usr/bin/chromium-headless-shell'

const find = (paths) => paths.find((path) => path && existsSync(path))

const findChromium = () =>
  find([
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ])

/** The path of Chromium, which apt installs on Debian as root. Prints advice and returns undefined if there is none. */
export function ensureChromium() {
  if (!findChromium()) installByApt(['chromium'])
  const found = findChromium()
  if (found) return found
  console.error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium; macOS: Google Chrome)\nor set CHROMIUM_PATH to its executable, and run npm test again.',
  )
}

/** The path of Firefox, which apt installs on Debian as root. Prints advice and returns undefined if there is none. */
export function ensureFirefox() {
  const paths = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox']
  if (!find(paths)) installByApt(['firefox-esr'])
  const found = find(paths)
  if (!found)
    console.error('Install Firefox (Debian: apt-get install firefox-esr), or set FIREFOX_PATH to its executable.')
  return found
}

/**
 * The same engine without windows and dialogs, which takes half the processor time; Chromium itself where Debian's package
 * can't be installed, or where CHROMIUM_PATH is set.
 */
export function ensureHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return ensureChromium()
  if (!find([shell])) installByApt(['chromium-headless-shell'])
  return find([shell]) ?? ensureChromium()
}
