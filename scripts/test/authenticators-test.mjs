// Runs every flow with every kind of virtual authenticator in Chromium and Firefox, and binds sessions to a device (ten
// minutes). Further arguments go to Playwright.

import { existsSync } from 'node:fs'
import { node, run } from '../run/command.mjs'
import { installByApt } from './apt.mjs'
import { ensureChromium, ensureFirefox, ensureHeadlessShell } from './browser.mjs'
import { useTemporaryFolder } from './temporary-folder.mjs'

useTemporaryFolder()
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/authenticators/playwright.config.ts']
const chromium = ensureHeadlessShell()
const firefox = ensureFirefox()
// certutil lets Chromium trust the certificate of a test.
if (!existsSync('/usr/bin/certutil')) installByApt(['libnss3-tools'])
const env = { ...process.env, CHROMIUM_PATH: chromium, FULL_CHROMIUM_PATH: ensureChromium(), FIREFOX_PATH: firefox }
process.exitCode = chromium && firefox && run(node, [...playwright, ...process.argv.slice(2)], { env }) ? 0 : 1
