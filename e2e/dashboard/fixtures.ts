import type { Browser, BrowserContextOptions } from '@playwright/test'
import { createDevice } from '../device.ts'
import { test as base, expect } from '../fixtures.ts'
import type { Running } from '../running.ts'

type Cookies = Exclude<BrowserContextOptions['storageState'], string | undefined>

type EachWorker = {
  /** The session of the owner, who joined by the set-up link. */
  owner: Cookies
}

/** The test with the browser of an owner. A visitor has none: `test.use({ storageState: { cookies: [], origins: [] } })`. */
export const test = base.extend<object, EachWorker>({
  owner: [async ({ browser, thumbturn }, use) => use(await setUp(browser, thumbturn)), { scope: 'worker' }],
  storageState: async ({ owner }, use) => use(owner),
})

/** Follows the set-up link, and leaves the session in cookies. */
async function setUp(browser: Browser, thumbturn: Running): Promise<Cookies> {
  const { url } = thumbturn.command('setup-link') as { url: string }
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await createDevice(page)
  await page.goto(url)
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Username').fill('ada')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible()
  const cookies = await context.storageState()
  await context.close()
  return cookies
}

export { expect }
