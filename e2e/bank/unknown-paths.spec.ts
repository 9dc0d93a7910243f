import { expect, test } from './fixtures.ts'
import { openAccount } from './situations.ts'

test('a path that the bank does not have has status 404 before and after sign-in', async ({ page, mayLog }) => {
  mayLog(/404/)
  for (const home of ['Go to the sign-in', 'Go to your accounts']) {
    const response = await page.goto('/nowhere')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('link', { name: home }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Page not found')
    if (home === 'Go to the sign-in') await openAccount(page)
  }
})

test('the paths that the bank has are found, and those for customers ask for a sign-in', async ({ page, request }) => {
  for (const path of ['/', '/open', '/new-device', '/other-way', '/recover', '/transfer', '/security'])
    expect((await request.get(path)).status(), path).toBe(200)
  await page.goto('/transfer')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
