import { defineConfig } from '@playwright/test'
import { browser } from './browser.ts'
import type { Engine } from './fixtures.ts'

const onPostgres = { name: 'postgres', testMatch: 'dashboard/life-cycle.spec.ts', use: { engine: 'postgres' as const } }

/** Every test runs in real Chromium against a running service; see fixtures.ts. */
export default defineConfig<object, { engine: Engine }>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // `npm run packages:test` and `npm run nightly -- authenticators` run these.
  testIgnore: ['projects/**', 'authenticators/**'],
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Only failures wait so long. On a busy machine, a page can take many times as long as it usually does.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  outputDir: '../test-results',
  reporter: [['list'], ['./failed-places.ts']],
  globalSetup: './build-demo.ts',
  projects: [
    { name: 'sqlite' },
    // The pages are the same on both engines, so one life cycle covers the other. `npm test` starts the server.
    ...(process.env.TEST_POSTGRES_URL ? [onPostgres] : []),
  ],
  // Recording traces takes two fifths of the processor time: `npm run e2e -- --trace on -g NAME` records one.
  use: { launchOptions: browser, trace: 'off', locale: 'en-GB' },
})
