import { type Browser, type BrowserContextOptions, expect } from '@playwright/test'
import { createDevice } from '../device.ts'
import type { Running } from '../running.ts'

export type Cookies = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Follows the set-up link, and leaves the session in cookies. */
export async function setUp(browser: Browser, thumbturn: Running): Promise<Cookies> {
  const { url } = thumbturn.command('setup-link') as { url: string }
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await createDevice(page)
  await page.goto(url)
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Username').fill('ada')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible()
  const cookies = await context.storageState()
  await context.close()
  return cookies
}
