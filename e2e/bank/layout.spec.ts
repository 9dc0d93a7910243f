import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fillIn, goTo, openAccount, prepare, signOut } from './situations.ts'

test.use({ colorScheme: 'dark', viewport: { width: 390, height: 844 } })

const expectFits = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

test('every page is accessible in dark mode and on a phone, and nothing is wider than the screen', async ({
  page,
  noViolations,
}) => {
  const look = async () => {
    await expectFits(page)
    await noViolations()
  }
  await openAccount(page)
  await look()
  await prepare(page, '25')
  await page.getByText('What is signed').click()
  await look()
  await goTo(page, 'Security')
  await page.getByRole('button', { name: 'Show a code' }).click()
  await expect(page.getByText(/^Your code: \d{6}$/)).toBeVisible()
  await look()
  await signOut(page)
  await page.getByRole('link', { name: 'I have lost all my devices' }).click()
  await fillIn(page, 'Email address', 'unknown@example.com')
  await expect(page.getByLabel('Mail of this demo')).toBeVisible()
  await look()
})

test('a transfer can be confirmed with the keyboard alone', async ({ page }) => {
  await openAccount(page)
  await page.getByRole('link', { name: 'Send money' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Pier Lane Homes' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Amount in euros').focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  // The focus starts at the new page's title, and the next stop is its button.
  await expect(page.getByRole('heading', { name: 'Confirm your transfer' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeFocused()
})
