import { expect, type Page } from '@playwright/test'
import { somebody } from '../situations.ts'

/** The PIN of every customer in the tests. */
export const pin = '31415'

/** Opens an account through the page, and answers the customer's address. */
export async function openAccount(page: Page, email = `${somebody()}@example.com`): Promise<string> {
  await page.goto('/open')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('PIN of five digits').fill(pin)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expectInside(page)
  return email
}

export const expectInside = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Good to see you, Ada Lovelace.' })).toBeVisible()

/** Signs out in a browser whose autofill offers nothing until the page is loaded again: a device would answer it at once. */
export async function signOut(page: Page): Promise<void> {
  await page.evaluate('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()
}
