import { defineConfig } from '@playwright/test'
import { browser } from '../browser.ts'

/** Every flow with every virtual authenticator of Chromium and Firefox: `npm run nightly -- authenticators`. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 40_000,
  outputDir: '../../test-results',
  reporter: [['list']],
  use: { launchOptions: browser, trace: 'off', locale: 'en-GB' },
})
