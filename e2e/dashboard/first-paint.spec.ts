import { expect, test } from './fixtures.ts'

test('the frame of the dashboard is there before its code and styles, and gives way to the page', async ({ page }) => {
  // The first visit learns that there is a session.
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible()

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!boot).*\.(js|css)$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/dashboard/account', { waitUntil: 'commit' })
  const frame = page.getByRole('status', { name: 'Loading…' })
  await expect(frame.locator('.boot-side')).toBeVisible()
  await expect(frame.locator('.boot-sign-in')).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await expect(frame).toBeHidden()
})

test('the styles of a component override those of the library', async ({ page }) => {
  await page.goto('/dashboard/applications/demo/keys')
  await page.getByRole('button', { name: 'Create API key' }).first().click()
  await expect(page.getByRole('heading', { name: 'Create an API key' })).toHaveCSS('font-weight', '620')
  // These styles arrive with the page.
  await page.goto('/dashboard/applications/demo/logs')
  await page.getByRole('table', { name: 'Events' }).getByRole('row').nth(1).click()
  await expect(page.getByRole('dialog').getByRole('heading').first()).toHaveCSS('font-weight', '620')
})

test.describe('a visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('sees the card of the sign-in first', async ({ page, mayLog }) => {
    mayLog(/401/)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/assets\/(?!boot).*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await expect(page.locator('.boot-sign-in')).toBeVisible()
    await expect(page.locator('.boot-side')).toBeHidden()
    release()
    await expect(page.getByRole('heading', { name: 'Sign in to Thumbturn' })).toBeVisible()
    await expect(page.locator('#boot')).toHaveCount(0)
  })
})
