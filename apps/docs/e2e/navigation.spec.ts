import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { hydrated } from './site.ts'

for (const [path, section, next] of [
  ['/user-scenario/mfa/startup/', 'Guides', 'A code, then a passkey'],
  ['/ai/mcp/checkout-agent/', 'Checkout', 'Transaction confirmation'],
  ['/partials/setup-sdk/', 'Setup', 'Web SDK'],
] as const) {
  test(`${path} has no sidebar, and leads back to its section and on to the next page`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('.theme-doc-sidebar-container')).toHaveCount(0)
    await expect(
      page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: section }),
    ).toBeVisible()
    await expect(page.locator('.pagination-nav__link--next')).toContainText(next)
  })
}

test('the version that is chosen is kept', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('button', { name: '2.X' }).click()
  await page.locator('.dropdown__menu').getByRole('link', { name: '2.X' }).click()
  expect(await page.evaluate(() => localStorage.getItem('docs-preferred-version-default'))).toBe('current')
})
