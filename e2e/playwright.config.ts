import { defineConfig } from '@playwright/test'
import { browser } from './browser.ts'

/** Every test runs in a real Chromium against a really started service; see fixtures.ts. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 30_000,
  expect: { timeout: 8_000 },
  outputDir: '../test-results',
  reporter: [['list']],
  globalSetup: './build-demo.ts',
  use: { launchOptions: browser, trace: 'retain-on-failure', locale: 'en-GB' },
})
