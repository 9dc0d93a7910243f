// Tests the website: its types, its build (which fails on broken links and anchors), and every page and behavior in a real
// browser. It is not part of `npm test` because it takes minutes. Further arguments go to Playwright.
import { join } from 'node:path'
import { runBuild } from '../build/run-build.mjs'
import { bin, node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'
import { ensureChromium } from './browser.mjs'

const site = join(root, 'apps/docs')
ensureInstalled(site, ['--ignore-scripts'])
const chromium = ensureChromium()
const env = { ...process.env, CHROMIUM_PATH: chromium, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'apps/docs/e2e/playwright.config.ts']
const passed =
  chromium &&
  runBuild(site, 'build', { shown: true }) &&
  run(bin('tsc'), ['-p', 'apps/docs/tsconfig.json']) &&
  run(node, [...playwright, ...process.argv.slice(2)], { env })
process.exitCode = passed ? 0 : 1
