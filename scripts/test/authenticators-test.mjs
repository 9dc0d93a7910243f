// Runs every flow with every kind of virtual authenticator in Chromium and Firefox, against a running service (ten minutes).
// Further arguments go to Playwright.
import { node, run } from '../run/command.mjs'
import { ensureFirefox, ensureHeadlessShell } from './browser.mjs'
import { useTemporaryFolder } from './temporary-folder.mjs'

useTemporaryFolder()
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/authenticators/playwright.config.ts']
const chromium = ensureHeadlessShell()
const firefox = ensureFirefox()
const env = { ...process.env, CHROMIUM_PATH: chromium, FIREFOX_PATH: firefox }
process.exitCode = chromium && firefox && run(node, [...playwright, ...process.argv.slice(2)], { env }) ? 0 : 1
