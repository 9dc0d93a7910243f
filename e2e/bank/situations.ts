import { expect, type Page } from '@playwright/test'
import { newAddress } from '../situations.ts'

/** The PIN of every customer in the tests. */
export const pin = '31415'

/** Opens an account through the page and returns the customer's address. */
export async function openAccount(page: Page, email = newAddress()): Promise<string> {
  await page.goto('/open')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Five-digit PIN').fill(pin)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expectInside(page)
  return email
}

export const expectInside = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Good to see you, Ada Lovelace.' })).toBeVisible()

/** Signs out in a browser whose autofill offers nothing until the page is loaded again: the virtual device would complete it at once. */
export async function signOut(page: Page): Promise<void> {
  await page.evaluate('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()
}

/** Navigates in the bank as a customer does, without reloading. */
export const goTo = (page: Page, place: string) =>
  page.getByRole('navigation').getByRole('link', { name: place }).click()

/** The code in the email, which the page shows instead of sending it. */
export async function mailedCode(page: Page): Promise<string> {
  const code = page.getByLabel('Mail of this demo').getByText(/\b\d{6}\b/)
  await expect(code).toBeVisible()
  return /\b\d{6}\b/.exec(await code.innerText())![0]
}

/** Verifies the address of the signed-in customer, so that codes go there. */
export async function proveEmail(page: Page): Promise<void> {
  await goTo(page, 'Security')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code from the email').fill(await mailedCode(page))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('If you lose all devices, a code goes to this address.')).toBeVisible()
}

/** Submits a single-field form: an address, a code, or a PIN. */
export async function fillIn(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.fill(text)
  await field.press('Enter')
}

/** Prepares a transfer, up to its confirmation. */
export async function prepare(page: Page, amount: string, account?: string): Promise<void> {
  await goTo(page, 'Send money')
  await page.getByRole('button', { name: 'Heron Foods' }).click()
  if (account !== undefined) await page.getByLabel('Account number').fill(account)
  await page.getByLabel('Amount in euros').fill(amount)
  await page.getByLabel('Reference').fill('For the lunch')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your transfer' })).toBeVisible()
}

/** Presses the button that asks for the passkey. */
export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm with passkey' }).click()
export const expectSent = (page: Page) => expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible()
