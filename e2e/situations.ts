import { expect, type Page } from '@playwright/test'

let people = 0

/** A username that no other test uses. */
export const newName = () => `ada-${process.pid}-${++people}`

/** An address that no other test uses. */
export const newAddress = () => `${newName()}@example.com`

/** Creates an account through the page. */
export async function signUp(page: Page, username = newName()): Promise<string> {
  await page.goto('/demo/?view=create')
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expectInside(page, username)
  return username
}

/** Signs out in a browser whose autofill offers nothing until the page is loaded again: the virtual device would complete it at once. */
export async function signOut(page: Page): Promise<void> {
  await page.evaluate('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Sign in' })).toHaveAttribute('aria-selected', 'true')
}

/** Presses the button of the sign-in form. */
export const pressSignIn = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()

export const expectInside = (page: Page, username: string) =>
  expect(page.getByRole('heading', { name: `You’re in, ${username}.` })).toBeVisible()

/** The section of the page with that title. */
export const part = (page: Page, name: string) => page.getByRole('region', { name })

/** Adds a passkey called “Blue key” on a security key that is plugged in. */
export async function addSecurityKey(page: Page): Promise<void> {
  const panel = part(page, 'Your passkeys')
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name (optional)').fill('Blue key')
  await dialog.getByRole('switch', { name: 'Use a security key' }).click()
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await expect(dialog).toBeHidden()
}
