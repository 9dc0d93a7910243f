// Runs flows with every kind of virtual authenticator in Chromium, against a running service (two minutes). Further arguments
// go to Playwright.
import { node, run } from '../run/command.mjs'
import { ensureHeadlessShell } from './browser.mjs'
import { useTemporaryFolder } from './temporary-folder.mjs'

useTemporaryFolder()
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/authenticators/playwright.config.ts']
const chromium = ensureHeadlessShell()
const env = { ...process.env, CHROMIUM_PATH: chromium }
process.exitCode = chromium && run(node, [...playwright, ...process.argv.slice(2)], { env }) ? 0 : 1
