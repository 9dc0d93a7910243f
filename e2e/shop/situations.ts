import { expect, type Page } from '@playwright/test'
import { newAddress } from '../situations.ts'

export const password = 'a long enough one'

/** Puts a mug into the basket, which costs 28 euros, and goes to the checkout. */
export async function fillBasket(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Morning mug' }).click()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.getByRole('link', { name: 'Check out' }).click()
  await expect(page.getByRole('heading', { name: 'Check out' })).toBeVisible()
}

export const payWithPip = (page: Page) => page.getByRole('button', { name: 'Pay with Pip' }).click()

/** The wallet inside the shop's page. */
export const findWalletFrame = (page: Page) => page.frameLocator('iframe[title="Pip, your wallet"]')

export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm with a passkey' }).click()

export const confirmInFrame = (page: Page) =>
  findWalletFrame(page).getByRole('button', { name: 'Confirm with a passkey' }).click()

export const expectOrdered = (page: Page) => expect(page.getByRole('heading', { name: 'Thank you.' })).toBeVisible()

/** Opens a wallet on the page that the shop redirected to, up to where the payment can be confirmed. */
export async function openWallet(page: Page, email = newAddress()): Promise<string> {
  await fillAccount(page, email)
  await expect(page.getByText('Your passkey is ready')).toBeVisible()
  return email
}

/** Opens a wallet on its own page, apart from a payment. */
export async function openAccount(page: Page, email = newAddress()): Promise<void> {
  await page.goto('/')
  await fillAccount(page, email)
  await expect(page.getByRole('heading', { name: 'Your payments' })).toBeVisible()
}

async function fillAccount(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Open a wallet' }).click()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Open, and create a passkey' }).click()
}

/** A customer's first checkout: to the wallet, which is opened, and back with an order. */
export async function firstCheckout(page: Page): Promise<string> {
  await fillBasket(page)
  await payWithPip(page)
  const email = await openWallet(page)
  await confirm(page)
  await expectOrdered(page)
  return email
}
