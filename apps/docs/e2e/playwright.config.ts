import { defineConfig } from '@playwright/test'
import { browser } from '@thumbturn/e2e/browser.ts'

/** The built website, served by a really started service. `npm run docs:test` builds it first. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 8_000 },
  outputDir: '../../../test-results',
  reporter: [['dot']],
  globalSetup: '../../../e2e/build-demo.ts',
  use: { launchOptions: browser, trace: 'retain-on-failure', locale: 'en-GB', viewport: { width: 1280, height: 800 } },
})
