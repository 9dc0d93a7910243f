import { expect, test } from './fixtures.ts'

// In the order of the locale: day, month, year.
const typed = '05112025'

test('the days of a report are typed with the keyboard, with their year', async ({ page }) => {
  await page.goto('/dashboard/applications/demo/analytics')
  await page.getByLabel('Period').selectOption('custom')
  const first = page.getByLabel('First day')
  await first.focus()
  await page.keyboard.type(typed)
  await expect(first).toHaveValue('2025-11-05')
  await expect(page).toHaveURL(/from=2025-11-05/)
})

test('the days of the audit log are typed the same way', async ({ page }) => {
  await page.goto('/dashboard/audit')
  const from = page.getByLabel('From')
  await from.focus()
  const search = page.waitForRequest(/since=/)
  await page.keyboard.type(typed)
  await expect(from).toHaveValue('2025-11-05')
  expect((await search).url()).toContain('since=2025-11-0')
  await from.fill('')
  await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible()
})
