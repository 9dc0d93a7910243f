import { expect, test } from './fixtures.ts'

// The order of day and month is that of the browser.
const typed = '11112025'

test('the days of a report are typed with the keyboard, with their year', async ({ page }) => {
  await page.goto('/dashboard/applications/demo/analytics')
  await page.getByLabel('Period').selectOption('custom')
  const first = page.getByLabel('First day')
  await first.focus()
  await page.keyboard.type(typed)
  await expect(first).toHaveValue('2025-11-11')
  await expect(page).toHaveURL(/from=2025-11-11/)
})

test('the days of the audit log are typed the same way', async ({ page }) => {
  await page.goto('/dashboard/audit')
  const from = page.getByLabel('From')
  await from.focus()
  const search = page.waitForRequest(/since=/)
  await page.keyboard.type(typed)
  await expect(from).toHaveValue('2025-11-11')
  expect((await search).url()).toContain('since=2025-11-1')
  await from.fill('')
  await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible()
})
