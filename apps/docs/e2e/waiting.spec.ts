import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { guide, hold, hydrated } from './site.ts'

test('no progress bar for a move inside of a page', async ({ page }) => {
  await page.goto(guide)
  await hydrated(page)
  await page.clock.install()
  await page.locator('.table-of-contents').getByRole('link').last().click()
  await expect(page).toHaveURL(/#/)
  await page.clock.runFor(1000)
  await expect(page.locator('#nprogress')).toHaveCount(0)
})

test('a lazy part waits 200 ms before it spins, and then for as long as it takes', async ({ page }) => {
  await page.goto('/next/api/#version')
  await hydrated(page)
  const release = await hold(page, /assets\/js\/.*\.js/)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(60_000)
  const panel = page
    .locator('.operation')
    .filter({ has: page.locator('#version') })
    .locator('.operation-panel')
  const spinner = panel.locator('#loader')
  await panel.getByRole('button', { name: 'Try it' }).press('Enter')
  await page.clock.runFor(190)
  await expect(spinner).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(spinner).toBeAttached()
  await page.clock.runFor(100_000) // the loader has no limit of its own; the bundler gives up after 120 s
  await expect(panel.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(spinner).toBeAttached()
  release()
  await expect(page.getByRole('form', { name: /Try/ })).toBeVisible()
})

test('a page that is only opened fetches no other pages ahead', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.waitForTimeout(1000) // for something not to happen
  expect(await page.locator('link[rel=prefetch]').count()).toBe(0)
  await page.mouse.move(100, 100)
  await expect.poll(() => page.locator('link[rel=prefetch]').count()).toBeGreaterThan(0)
})
