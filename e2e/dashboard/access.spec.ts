import { expect, test } from './fixtures.ts'

test.describe('a visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('signs in with a passkey of a member only, and stays at the page they asked for', async ({ page, mayLog }) => {
    mayLog(/40[13]/)
    await page.goto('/dashboard/checks')
    await expect(page.getByRole('heading', { name: 'Sign in to Thumbturn' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/checks$/)
  })

  test('learns that a link is invalid', async ({ page, mayLog }) => {
    mayLog(/404/)
    await page.goto('/dashboard/join#tti_unknown')
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  })
})

test('the command palette leads to pages and applications by their names', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages and applications').fill('Thumbturn demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thumbturn demo' })).toBeVisible()
})
