import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { guide, hydrated } from './site.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('on a phone the sidebar slides in, and leads back to the main menu', async ({ page }) => {
  await page.goto(guide)
  await hydrated(page)
  await page.getByRole('button', { name: 'Toggle navigation bar' }).click()
  const back = page.getByRole('button', { name: '← Back to main menu' })
  await expect(back).toBeVisible()
  await back.click()
  await expect(page.locator('.navbar-sidebar').getByRole('link', { name: 'Quickstarts' }).first()).toBeInViewport()
})

test('on a phone the title of a guide comes before what is on the page, in the upper quarter of the screen', async ({
  page,
}) => {
  await page.goto(guide)
  await hydrated(page)
  const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  const contents = (await page.getByRole('button', { name: 'On this page' }).boundingBox())!
  expect(title.y).toBeLessThan(844 / 4)
  expect(contents.y).toBeGreaterThan(title.y)
})

test('on a phone the announcement takes one line', async ({ page }) => {
  await page.goto('/')
  expect((await page.locator('.theme-announcement-bar').boundingBox())!.height).toBeLessThanOrEqual(34)
})
