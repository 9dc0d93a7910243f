import { defineConfig } from '@playwright/test'
import { browser } from '../browser.ts'

/** Projects outside the repository that install the packages; run by `npm run packages:test`, as each takes a minute. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 600_000,
  expect: { timeout: 15_000 },
  outputDir: '../../test-results/projects',
  reporter: [['list']],
  use: { launchOptions: browser, trace: 'off', locale: 'en-GB' },
})
