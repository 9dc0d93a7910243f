import { test as base, expect } from '../fixtures.ts'
import { type Cookies, setUp } from './owner.ts'

type EachWorker = {
  /** The session of the owner, who joined by the set-up link. */
  owner: Cookies
}

/** The test with the browser of an owner. A visitor has none: `test.use({ storageState: { cookies: [], origins: [] } })`. */
export const test = base.extend<object, EachWorker>({
  owner: [async ({ browser, thumbturn }, use) => use(await setUp(browser, thumbturn)), { scope: 'worker' }],
  storageState: async ({ owner }, use) => use(owner),
})

export { expect }
