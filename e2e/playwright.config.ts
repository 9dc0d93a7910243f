import { defineConfig } from '@playwright/test'
import { browser } from './browser.ts'

/** Every test runs in real Chromium against a running service; see fixtures.ts. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // `npm run packages:test` runs these.
  testIgnore: 'projects/**',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 30_000,
  expect: { timeout: 8_000 },
  outputDir: '../test-results',
  reporter: [['list']],
  globalSetup: './build-demo.ts',
  // Recording traces takes two fifths of the processor time: `npm run e2e -- --trace on -g NAME` records one.
  use: { launchOptions: browser, trace: 'off', locale: 'en-GB' },
})
