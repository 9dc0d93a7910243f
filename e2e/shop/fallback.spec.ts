import { createDevice } from '../device.ts'
import { expect, test } from './fixtures.ts'
import {
  confirm,
  confirmInFrame,
  expectOrdered,
  fillBasket,
  firstCheckout,
  password,
  payWithPip,
} from './situations.ts'

test('a customer on a second device signs in with a password, creates a passkey there, and pays', async ({
  page,
  browser,
  baseURL,
  mayLog,
}) => {
  mayLog(/status of 40[14]/)
  const email = await firstCheckout(page)

  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  const device = await createDevice(other)
  await fillBasket(other)
  await payWithPip(other)
  await other.getByRole('button', { name: 'Sign in with my password' }).click()
  await other.getByLabel('Email address').fill(email)
  await other.getByLabel('Password', { exact: true }).fill('a guess at it')
  await other.getByRole('button', { name: 'Sign in, and create a passkey here' }).click()
  await expect(other.getByText('do not match')).toBeVisible()

  // After a closed dialog, the password isn't requested again.
  await device.recognizes(false)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Sign in, and create a passkey here' }).click()
  await expect(other.getByText('Canceled or timed out')).toBeVisible()
  await device.recognizes(true)
  await other.getByRole('button', { name: 'Create the passkey' }).click()
  await expect(other.getByText('Your passkey is ready')).toBeVisible()
  await confirm(other)
  await expectOrdered(other)
  expect(await device.passkeys()).toHaveLength(1)

  await fillBasket(other)
  await payWithPip(other)
  await confirmInFrame(other)
  await expectOrdered(other)
  await context.close()
})
