// Runs the browser tests against a running service, with --full-chromium in Chromium with its windows and dialogs instead of
// its headless shell. Further arguments go to Playwright.
import { join } from 'node:path'
import { buildDashboard, buildHosted, buildPages } from '../build/pages.mjs'
import { node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { ensureChromium, ensureHeadlessShell } from './browser.mjs'

const fullChromium = '--full-chromium'

function e2e(given = []) {
  const args = given.filter((argument) => argument !== fullChromium)
  const full = ensureChromium()
  if (!full) return false
  if (!buildPages() || !buildDashboard() || !buildHosted()) return false
  const env = {
    ...process.env,
    CHROMIUM_PATH: given.includes(fullChromium) ? full : ensureHeadlessShell(),
    FULL_CHROMIUM_PATH: full,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  return run(node, ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...args], { env })
}

if (process.argv[1] === import.meta.filename) process.exitCode = e2e(process.argv.slice(2)) ? 0 : 1
