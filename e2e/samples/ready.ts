import type { Page } from '@playwright/test'
import { test as base, expect } from '../fixtures.ts'
import { newAddress } from '../situations.ts'
import { type Backend, createSampleBackend } from './backend.ts'
import { openSample, runSample } from './page.ts'

type Ready = {
  username: string
  backend: Backend
  /** Opens a page with that sample and runs it. */
  run: (name: string) => Promise<void>
  /** Changes settings of the application and waits until they take effect. */
  change: (...settings: string[]) => Promise<void>
}

/** Playwright's test with a new user, the backend samples behind the page, and a function that runs a page sample. */
export const test = base.extend<Ready>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  username: async ({}, use) => use(newAddress()),
  backend: [
    async ({ page, thumbturn, username }, use) => use(await createSampleBackend(page, thumbturn, username)),
    { auto: true },
  ],
  run: async ({ page, thumbturn, username }, use) =>
    use(async (name) => {
      await openSample(page, thumbturn, { name, username })
      await runSample(page)
    }),
  change: async ({ thumbturn }, use) => use(thumbturn.change),
})

export { expect }

/** Calls what a sample exports. */
export const call = (page: Page, name: string, ...args: unknown[]): Promise<unknown> =>
  page.evaluate(
    ([name, args]) =>
      (globalThis as unknown as { sample: Record<string, (...args: unknown[]) => unknown> }).sample[name]!(...args),
    [name, args] as const,
  )

/** Creates a user with a passkey on this device; the page keeps the token. */
export async function signUpInPage({ page, run }: { page: Page; run: Ready['run'] }): Promise<void> {
  await run('protected-sign-up')
  await call(page, 'signUp')
}
