// Runs the browser tests against a running service. Further arguments go to Playwright.
import { join } from 'node:path'
import { buildPages } from '../build/pages.mjs'
import { node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { ensureChromium } from './browser.mjs'

export function e2e(args = []) {
  const chromium = ensureChromium()
  if (!chromium) return false
  if (!buildPages()) return false
  const env = {
    ...process.env,
    CHROMIUM_PATH: chromium,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  return run(node, ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...args], { env })
}

if (process.argv[1] === import.meta.filename) process.exitCode = e2e(process.argv.slice(2)) ? 0 : 1
