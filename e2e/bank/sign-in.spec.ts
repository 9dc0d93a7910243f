import { newAddress } from '../situations.ts'
import { expect, test } from './fixtures.ts'
import { expectInside, openAccount, pin, signOut } from './situations.ts'

test('a customer opens an account, signs out, and signs in again without a username', async ({
  page,
  noViolations,
}) => {
  await openAccount(page)
  await expect(page.getByText('€1,860.05')).toBeVisible()
  await noViolations()
  await signOut(page)
  await noViolations()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectInside(page)
})

test('after an account is opened, Back does not return to the form', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Open an account' }).click()
  await expect(page).toHaveURL(/\/open$/)
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email address').fill(newAddress())
  await page.getByLabel('Five-digit PIN').fill(pin)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expectInside(page)
  await page.goBack()
  await expectInside(page)
  await expect(page.getByLabel('Five-digit PIN')).toBeHidden()
})

test('autofill in the address field signs the customer in', async ({ page }) => {
  await openAccount(page)
  await signOut(page)
  await page.reload()
  await expectInside(page)
})

test("no caller gets a passkey for an address that has one, or without the bank's assertion", async ({
  page,
  thumbturn,
  mayLog,
}) => {
  mayLog(/status of 409/)
  const email = await openAccount(page)
  await signOut(page)
  await page.goto('/open')
  await page.getByLabel('Name').fill('Mallory')
  await page.getByLabel('Email address').fill(email.toUpperCase())
  await page.getByLabel('Five-digit PIN').fill('00000')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('You already have an account')).toBeVisible()

  const started = await fetch(`${thumbturn.url}/apps/bank/fido2/v2/reg/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      app: { id: 'bank' },
      deviceInfo: { clientName: 'none' },
      user: { username: 'mallory@example.com', usernameType: 'email' },
    }),
  })
  expect(await started.json()).toMatchObject({
    msg: expect.stringContaining('only with a token'),
    msgCode: 'unauthorized',
  })
})

test('a visitor who closes the dialog can try again, and missing input is reported first', async ({ page, device }) => {
  await page.goto('/open')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email address').fill(`cancelled-${process.pid}@example.com`)
  await page.getByLabel('Five-digit PIN').fill('31415')
  await device.recognizes(false)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('Canceled or timed out')).toBeVisible()
  await device.recognizes(true)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expectInside(page)
})
